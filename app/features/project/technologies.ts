/** The entries of a project's Tech Stack, which is written as one text with commas: those of any script. */
export const technologies = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,،、，]/)
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
];
