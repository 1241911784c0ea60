/** The pages that can be rendered with other texts, and their names; `quote` is the home page with the panel open. */
const previewPages = {
  home: "Home",
  portfolio: "Portfolio",
  details: "First project",
  about: "About",
  career: "Career",
  quote: "Quote form",
  privacy: "Privacy",
  "not-found": "Page not found",
} as const;
export type PreviewPage = keyof typeof previewPages;
export const previewPageNames = Object.keys(previewPages) as PreviewPage[];

/** Those on which a client can comment. */
export type ApprovalPage = Exclude<PreviewPage, "quote" | "not-found">;
export const approvalPageNames = previewPageNames.filter(
  (page): page is ApprovalPage => page !== "quote" && page !== "not-found",
);

/** Options of a field that chooses a page. */
export const pageOptions = <P extends PreviewPage>(pages: P[]) =>
  pages.map((value) => ({ value, label: previewPages[value] }));
