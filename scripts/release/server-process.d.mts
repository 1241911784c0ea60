export const nodeArguments: string[];
export const mallocEnvironment: Record<string, string>;
