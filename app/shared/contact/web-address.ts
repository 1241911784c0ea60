/** An address as URL.parse reads it, which Safari has since 18; `base`: what relative ones are read against. */
export function readUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

/** Whether a value is safe as a link: an http(s) URL, never javascript: or data:. */
export const isWebAddress = (value: string): boolean => /^https?:\/\//i.test(value) && readUrl(value) !== undefined;
