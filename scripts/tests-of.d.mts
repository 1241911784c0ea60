export function testsOf(files: string[]): { tests: string[]; journeys: string[] };
