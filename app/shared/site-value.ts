import { z } from "zod";
import { limits } from "./limits.ts";
import { text } from "./shape.ts";

/** The rows of a list, such as the opening hours: texts by column. */
const rows = z
  .array(z.record(z.string(), text("Text")))
  .max(limits.listEntries, `A list may have at most ${limits.listEntries} rows.`);

export const siteValue = z.union([text("Text"), z.number(), z.boolean(), rows]);
