/** The entries of a text that separates them by commas, of any script; each once. */
export const commaSeparated = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,،、，]/)
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
];
