/**
 * Where the drawn and built states meet, in per cent of the frame: rest position of the edge's foot, width of its step,
 * height of the step.
 */
export interface Seam {
  rest: number;
  step: number;
  mid: number;
}

/** For pictures without a seam of their own. */
export const usualSeam: Seam = { rest: 36, step: 9, mid: 52 };

/**
 * The class that sets a seam's custom properties. The CSP allows no style attributes, so each document includes rules
 * for its seams.
 */
export function seamClass({ rest, step, mid }: Seam): string {
  return `seam-${[rest, step, mid].map(word).join("-")}`;
}

/** The rules for a page's seams, without duplicates, for a single style element with a hash in the CSP. */
export function seamRules(seams: (Seam | null)[]): string {
  const rules = [usualSeam, ...seams]
    .filter((seam) => seam !== null)
    .map((seam) => `.${seamClass(seam)}{--rest:${seam.rest}%;--step:${seam.step}%;--mid:${seam.mid}%}`);
  return [...new Set(rules)].join("");
}

function word(value: number): string {
  return String(Math.round(value * 100) / 100)
    .replace("-", "m")
    .replace(".", "_");
}

/** Finds every seam in a page's data, at any depth. */
export function seamsIn(data: unknown): Seam[] {
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => (key === "seam" && isSeam(value) ? [value] : seamsIn(value)));
}

function isSeam(value: unknown): value is Seam {
  return typeof value === "object" && value !== null && "rest" in value && "step" in value && "mid" in value;
}

/**
 * How far a frame that is narrower than its picture moves right to have the upper edge of the seam in view, in per cent of
 * the frame (app/features/project/seam-slider.site.module.css). `enlarged`: how much wider than the frame the picture is.
 */
export const shiftToSeam = ({ rest, step }: Seam, enlarged: number): number =>
  Math.min(100 * (enlarged - 1), Math.max(0, (rest + step) * enlarged - 94));
