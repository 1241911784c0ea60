/** The public pages, by their names in the office. `path`: where one always is; `quote` is Home with its panel open. */
const publicPages = {
  home: { label: "Home", path: "/" },
  portfolio: { label: "Portfolio", path: "/portfolio" },
  details: { label: "First project" },
  about: { label: "About", path: "/about" },
  career: { label: "Career", path: "/career" },
  quote: { label: "Quote form", path: "/#quote" },
  privacy: { label: "Privacy", path: "/privacy" },
  "not-found": { label: "Page not found", path: "/not-found" },
} satisfies Record<string, { label: string; path?: string }>;

/** The pages that can be rendered with other texts. */
export type PreviewPage = keyof typeof publicPages;
export const previewPageNames = Object.keys(publicPages) as PreviewPage[];

export const pathOf = (page: Exclude<PreviewPage, "details">): string => publicPages[page].path;

/** No pages of their own. */
type Aside = "quote" | "not-found";
const isAside = (page: PreviewPage): page is Aside => page === "quote" || page === "not-found";

/** Those on which a client can comment. */
export type ApprovalPage = Exclude<PreviewPage, Aside>;
export const approvalPageNames = previewPageNames.filter((page): page is ApprovalPage => !isAside(page));

/** The paths that are always there. */
export const mainPaths = approvalPageNames.filter((page) => page !== "details").map(pathOf);

/** Options of a field that chooses a page. */
export const pageOptions = <P extends PreviewPage>(pages: P[]) =>
  pages.map((value) => ({ value, label: publicPages[value].label }));
