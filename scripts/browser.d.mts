export function findBrowser(options?: { isFull?: boolean }): Promise<string>;
