/** Limits of the product, in characters unless said otherwise. Text over a limit is refused with a message, never cut (spec/reading: Limits). */
export const limits = {
  name: 200,
  email: 254,
  phone: 40,
  message: 10_000,
  title: 300,
  longText: 50_000,
  url: 2_000,
  listEntries: 50,
  password: 1_000,
  passwordMin: 8,
  /** One-time and recovery codes, with the spaces people type. */
  code: 40,
  jsonBodyBytes: 256 * 1024,
  uploadBytes: 10 * 1024 * 1024,
  uploadPixels: 40_000_000,
} as const;

/** A call to the API is given up after this long (spec §9). */
export const requestTimeoutMs = 10_000;

/** Success notices and toasts hide after this long (spec §9). */
export const noticeMs = 5_000;

/** Home previews this many projects (spec §9). */
export const homeProjects = 4;
