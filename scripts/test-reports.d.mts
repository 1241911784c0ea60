type Failure = { title: string; message: string };
type Summary = { passed: number; failures: Failure[] };

export function readVitestReport(report: unknown, errors: unknown[]): Summary;
export function readPlaywrightReport(report: unknown): Summary;
