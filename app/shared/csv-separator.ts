/** What separates the columns of exported files. */
export type Separator = "," | ";";

/** Values of the cookie `csv`. */
export const separators = { comma: ",", semicolon: ";" } as const satisfies Record<string, Separator>;

export type SeparatorName = keyof typeof separators;

/** The choice made on this device, in a Cookie header or `document.cookie`; nothing while its language decides. */
export const chosenSeparator = (cookies = ""): SeparatorName | undefined =>
  /(?:^|; )csv=(comma|semicolon)/.exec(cookies)?.[1] as SeparatorName | undefined;
