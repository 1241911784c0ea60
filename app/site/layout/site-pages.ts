/** The pages that header and footer name, in order. */
export const sitePages = [
  { path: "/", name: "Home" },
  { path: "/portfolio", name: "Portfolio" },
  { path: "/about", name: "About Us" },
  { path: "/career", name: "Career" },
];

/** `here` is lower-cased and without a trailing slash (Frame.path). */
export const isHere = (path: string, here: string) => path === (here === "" ? "/" : here);

/** Whether `here` is one entry of the list that a page shows: a project of the portfolio, an opening of Career. */
export const isEntryOf = (path: string, here: string) =>
  (path === "/portfolio" && here.startsWith("/details/")) || (path === "/career" && here.startsWith("/career/"));
