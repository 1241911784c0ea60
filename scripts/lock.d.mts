export function withLock<T>(folder: string, work: () => Promise<T>): Promise<T>;
