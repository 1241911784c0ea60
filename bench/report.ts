/** One row of the table. `goal` is what the product promises, as a sentence; `holds`: whether this run reached it. */
export interface Figure {
  what: string;
  value: string;
  against?: string;
  ratio?: string;
  goal?: string;
  holds?: boolean;
}

export interface Chart {
  file: string;
  title: string;
  unit: string;
  /** Points of each line: x, y. With a single x the chart shows bars. */
  lines: { name: string; points: [x: number, y: number][] }[];
}

export interface Section {
  title: string;
  figures: Figure[];
  charts?: Chart[];
  note?: string;
}

export const per = (ours: number, theirs: number): number => ours / theirs;

export const round = (value: number, digits = 1): string =>
  value.toLocaleString("en-GB", { maximumFractionDigits: digits, minimumFractionDigits: 0 });

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const cells = ({ what, value, against = "", ratio = "", goal = "", holds }: Figure) => [
  what,
  value,
  against,
  ratio,
  goal,
  holds === undefined ? "" : holds ? "yes" : "no",
];

const head = ["What", "Here", "Against", "Ratio", "Goal", "Reached"];

/**
 * A line of the list: most figures have no counterpart or goal, so a table would be half empty. A goal that the figure
 * before it has as well, and that both reached, is said there.
 */
function listItem(figure: Figure, place: number, figures: Figure[]): string {
  const { what, value, against, ratio, goal, holds } = figure;
  const before = figures[place - 1];
  const isSaid = holds && before?.holds && before.goal === goal;
  const aim = goal && !isSaid && `Goal: ${goal}${holds === undefined ? "" : holds ? ", reached" : ", **not reached**"}`;
  return (
    [`- ${what}: **${value}**`, against, ratio && `ratio ${ratio}`].filter(Boolean).join("; ") + (aim ? `. ${aim}` : "")
  );
}

export function markdown(sections: Section[], facts: string[]): string {
  const parts = sections.map(({ title, figures, charts = [], note }) => {
    const pictures = charts.map(({ title: name, file }) => `![${name}](bench/${file})`);
    return [`## ${title}`, figures.map(listItem).join("\n"), ...(note ? [note] : []), ...pictures].join("\n\n");
  });
  return `# Measurements\n\nMade by \`npm run bench\`. Read the ratios: both sides of each were measured in one run on one machine.\n\n${facts.map((fact) => `- ${fact}`).join("\n")}\n\n${parts.join("\n\n")}\n`;
}

export function consoleTable({ title, figures }: Section): string {
  const rows = figures.map(cells);
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return [`\n${title}`, line(head), ...rows.map(line)].join("\n");
}
