/** Whether a value is safe as a link: an http(s) URL, never javascript: or data:. */
export const isWebAddress = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);
