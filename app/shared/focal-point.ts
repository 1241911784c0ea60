import type { CropArea } from "./crop.ts";

// The point of a picture that its frames keep in view. Stored as text, "30% 40%": whole per cent from the left and from
// the top, as in CSS; "" if none is set.

export interface FocalPoint {
  x: number;
  y: number;
}

const pattern = /^(100|\d{1,2})% (100|\d{1,2})%$/;

export const isFocalPoint = (value: string): boolean => pattern.test(value);

/** The point, or null for "" and anything else that is none. */
export function focalPointOf(value: string): FocalPoint | null {
  const [, x, y] = pattern.exec(value) ?? [];
  return x === undefined ? null : { x: Number(x), y: Number(y) };
}

/** The focal point of a picture as that of a part of it; "" if none is set, or if it is outside of the part. */
export function focalPointWithin(value: string, { x, y, width, height }: CropArea): string {
  const point = focalPointOf(value);
  const within = point && `${Math.round((point.x - x * 100) / width)}% ${Math.round((point.y - y * 100) / height)}%`;
  return within && isFocalPoint(within) ? within : "";
}

/** A frame of the site that crops a picture. */
export interface Frame {
  label: string;
  /** Width divided by height. */
  ratio: number;
  /** What it keeps in view while no focal point is set, as a CSS position. */
  usual: string;
  /** The ratio to which the picture is cropped first, if the frame shows a part of that. */
  sheet?: number;
  /** How much it enlarges the picture. */
  zoom?: number;
}
