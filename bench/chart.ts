import type { Chart } from "./report.ts";

const width = 720;
const height = 320;
const left = 64;
const right = 150;
const top = 44;
const bottom = 40;
const colours = ["#f1561e", "#0e3127", "#3b5bb5", "#8a6d1f"];

/** Renders a chart as lines (logarithmic on both axes) or as bars. */
export function drawChart(chart: Chart): string {
  const isGrowth = chart.lines.some(({ points }) => points.length > 1);
  const body = isGrowth ? growth(chart) : bars(chart);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Archivo, Helvetica Neue, Arial, sans-serif" font-size="12" role="img" aria-label="${inXml(chart.title)}">
<rect width="${width}" height="${height}" fill="#f0f4f0"/>
<text x="20" y="26" font-size="15" font-weight="600" fill="#101f1a">${inXml(chart.title)}</text>
${body}
</svg>
`;
}

function growth({ lines, unit }: Chart): string {
  const all = lines.flatMap(({ points }) => points);
  const x = scale(
    all.map(([value]) => value),
    left,
    width - right,
  );
  const y = scale(
    all.map(([, value]) => value),
    height - bottom,
    top,
  );
  const ticks = [...new Set(all.map(([value]) => value))].map(
    (value) =>
      `<text x="${x(value)}" y="${height - 16}" text-anchor="middle" fill="#4b5a54">${value.toLocaleString("en-GB")}</text>`,
  );
  const levels = y.ticks.map(
    (value) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="#cfd6d1"/><text x="${left - 8}" y="${y(value) + 4}" text-anchor="end" fill="#4b5a54">${value} ${unit}</text>`,
  );
  const paths = lines.map(({ name, points }, index) => {
    const colour = colours[index % colours.length];
    const [lastX = 0, lastY = 1] = points.at(-1) ?? [];
    const path = points
      .map(([px, py], step) => `${step === 0 ? "M" : "L"}${x(px).toFixed(1)} ${y(py).toFixed(1)}`)
      .join("");
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2.5"/><text x="${x(lastX) + 8}" y="${y(lastY) + 4}" fill="${colour}">${inXml(name)}</text>`;
  });
  return [...levels, ...ticks, ...paths].join("\n");
}

function scale(values: number[], from: number, to: number) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const place = (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
  return Object.assign(place, { ticks: Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)) });
}

function bars({ lines, unit }: Chart): string {
  const most = Math.max(...lines.map(({ points }) => points[0]?.[1] ?? 0));
  const room = (height - top - bottom) / lines.length;
  return lines
    .map(({ name, points }, index) => {
      const value = points[0]?.[1] ?? 0;
      const y = top + index * room;
      const length = ((width - 340) * value) / most;
      return `<text x="20" y="${y + room / 2 + 4}" fill="#101f1a">${inXml(name)}</text><rect x="200" y="${y + 6}" width="${length.toFixed(1)}" height="${room - 12}" fill="${colours[index % colours.length]}"/><text x="${208 + length}" y="${y + room / 2 + 4}" fill="#101f1a">${value.toLocaleString("en-GB", { maximumFractionDigits: 1 })} ${unit}</text>`;
    })
    .join("\n");
}

const inXml = (text: string) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
