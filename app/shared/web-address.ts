/** Whether a browser may be led there: http or https and nothing that could run. */
export const isWebAddress = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);
