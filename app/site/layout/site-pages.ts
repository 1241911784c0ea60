/** The pages linked in header and footer, in order. */
export const sitePages = [
  { path: "/", name: "Home" },
  { path: "/portfolio", name: "Portfolio" },
  { path: "/about", name: "About Us" },
  { path: "/career", name: "Career" },
];

/** Whether `path` is the current page. `here` is lower-cased and without a trailing slash (Frame.path). */
export const isHere = (path: string, here: string) => path === (here === "" ? "/" : here);

/** Whether `here` is an entry of the page `path`: a project of Portfolio or an opening of Career. */
export const isEntryOf = (path: string, here: string) =>
  (path === "/portfolio" && here.startsWith("/details/")) || (path === "/career" && here.startsWith("/career/"));
