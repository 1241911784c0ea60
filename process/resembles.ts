/**
 * Whether a name is another one with a letter added, left out, wrong or swapped with its neighbour, or two in a long one,
 * or with its last word cut short or prolonged (SMTP_PASS, SMTP_USERNAME). Names of four letters resemble too many.
 */
export function resembles(name: string, known: string): boolean {
  if (known.length < 5) return false;
  const [short = "", long = ""] = name.length < known.length ? [name, known] : [known, name];
  if (/_[A-Z]{3,}$/.test(short) && long.startsWith(short) && /^[A-Z]+$/.test(long.slice(short.length))) return true;
  const most = known.length < 10 ? 1 : 2;
  return Math.abs(name.length - known.length) <= most && distance(name, known) <= most;
}

/** The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
function distance(one: string, other: string): number {
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + cost,
        isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
