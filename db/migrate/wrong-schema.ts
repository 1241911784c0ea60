import { CannotOpen } from "../open-database.ts";

/** The tables do not match those that this build's migrations create; nothing was changed. */
export class WrongSchema extends CannotOpen {
  override name = "WrongSchema";
  /** `difference`: which table, column or index differs, as part of a sentence. */
  constructor(difference: string) {
    super(
      `The database is not as this build expects it: ${difference}. Restore the last backup, or start the build that wrote it; nothing was changed.`,
    );
  }
}
