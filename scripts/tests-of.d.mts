export function testsOf(files: string[]): { tests: string[]; endToEnd: string[] };
