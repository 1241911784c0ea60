/**
 * Links are prefetched on hover, except those of the back office and those that write. In the document, because as a
 * file of its own it would be requested before the first screen is painted.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          { not: { href_matches: ["/admin", "/admin/*", "/api/*", "/send/*", "/sent/*", "/uploads/*", "/*.*"] } },
        ],
      },
      eagerness: "moderate",
    },
  ],
});
