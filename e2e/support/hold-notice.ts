import type { Locator } from "@playwright/test";

/** Rests the mouse on a notice as soon as it is shown: it stays while the test looks at what else has changed. */
export const holdNotice = (notice: Locator): Promise<void> => notice.hover();
