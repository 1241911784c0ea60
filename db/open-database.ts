import type { KyselyConfig } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Db } from "./schema.ts";

export interface OpenDatabase {
  db: Db;
  dialect: Dialect;
  /** Where it is, without credentials: for messages. */
  place: string;
  close(): Promise<void>;
}

/** The database could not be opened; the message says what to do and is fit for one line on the console. */
export class CannotOpen extends Error {
  override name = "CannotOpen";
}

/** What both databases are opened with. */
export type Options = Pick<KyselyConfig, "plugins" | "log">;
