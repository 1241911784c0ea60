import { isDamaged } from "./failures.ts";

/** Whether this process has found the database damaged. It stays so until a start on a whole one. */
export class DatabaseDamage {
  /** What the database said, for the log; never for visitors. */
  found: string | undefined;
  readonly #tell: (detail: string) => void;

  /** `tell` hears of it once. */
  constructor(tell: (detail: string) => void) {
    this.#tell = tell;
  }

  /** Of a failed statement: takes note when the database is the reason. */
  notice(error: unknown): void {
    if (isDamaged(error)) this.report((error as Error).message);
  }

  report(detail: string): void {
    if (this.found !== undefined) return;
    this.found = detail;
    this.#tell(detail);
  }
}
