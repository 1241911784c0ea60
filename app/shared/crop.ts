/** A part of a picture, in fractions of its width and height: the whole is `{x: 0, y: 0, width: 1, height: 1}`. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** In pixels; a smaller part of a picture shows nothing, and may be a slip of the hand. */
export const minCropPixels = 16;
