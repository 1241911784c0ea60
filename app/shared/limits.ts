export * as limits from "./limit-values.ts";

/** Time-out of API calls. */
export const requestTimeoutMs = 10_000;

/** How long success notices and toasts are shown. */
export const noticeMs = 5_000;

/** What is due by a day is listed on Today up to this number, and one more says that there is more. */
export const maxDue = 100;

export const homeProjects = 4;
