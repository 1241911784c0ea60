import { OpenError } from "../open-database.ts";

/** The tables do not match those that this build's migrations create; nothing was changed. */
export class SchemaMismatch extends OpenError {
  override name = "SchemaMismatch";
  /** `difference`: which table, column or index differs, as part of a sentence. */
  constructor(difference: string) {
    super(
      `The database does not have the schema this build expects: ${difference}. Restore the last backup, or start the build that wrote it; nothing was changed.`,
    );
  }
}
