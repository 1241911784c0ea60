/** The pages that header and footer name, in order. */
export const sitePages = [
  { path: "/", name: "Home" },
  { path: "/portfolio", name: "Portfolio" },
  { path: "/about", name: "About Us" },
  { path: "/career", name: "Career" },
];

/** `here` is lower-cased and without a trailing slash (Frame.path). */
export const isHere = (path: string, here: string) => path === (here === "" ? "/" : here);
