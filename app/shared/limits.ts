export * as limits from "./limit-values.ts";

/** A call to the API is given up after this long (spec §9). */
export const requestTimeoutMs = 10_000;

/** Success notices and toasts hide after this long (spec §9). */
export const noticeMs = 5_000;

/** Home previews this many projects (spec §9). */
export const homeProjects = 4;
