/** The picture library. It is loaded with the first picture that needs it: most processes serve pictures that are made, and start sooner without. */
export const loadSharp = async () => (await import("sharp")).default;
