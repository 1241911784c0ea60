export * as limits from "./limit-values.ts";

/** Time-out of API calls (spec §9). */
export const requestTimeoutMs = 10_000;

/** How long success notices and toasts are shown (spec §9). */
export const noticeMs = 5_000;

/** Number of projects previewed on Home (spec §9). */
export const homeProjects = 4;
