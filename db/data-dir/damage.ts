import { isDamaged } from "../failures.ts";

/** Whether this process has found the database damaged. Stays set until a restart with an intact one. */
export class DatabaseDamage {
  /** The database's error message, for the log only. */
  found: string | undefined;
  readonly #tell: (detail: string) => void;

  /** `tell` is called once. */
  constructor(tell: (detail: string) => void) {
    this.#tell = tell;
  }

  /** Call with the error of a failed statement: records it if it indicates damage. */
  notice(error: unknown): void {
    if (isDamaged(error)) this.report((error as Error).message);
  }

  report(detail: string): void {
    if (this.found !== undefined) return;
    this.found = detail;
    this.#tell(detail);
  }
}
