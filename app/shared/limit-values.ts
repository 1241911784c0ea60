// Limits of the product, in characters unless stated otherwise. Text over a limit is refused with a message, never
// truncated. Separate constants, so that tree shaking keeps only those that a page uses.

export const name = 200;
export const email = 254;
export const phone = 40;
export const message = 10_000;
export const title = 300;
export const longText = 50_000;
export const url = 2_000;
export const listEntries = 50;
export const password = 1_000;
export const passwordMin = 8;
/** One-time and recovery codes, including spaces that people type. */
export const code = 40;
export const jsonBodyBytes = 256 * 1024;
export const uploadBytes = 10 * 1024 * 1024;
export const uploadPixels = 40_000_000;
