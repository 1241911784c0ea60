import { type CropArea, minCropPixels } from "#app/shared/crop.ts";

// The part of a picture that a crop keeps, in whole pixels of the picture, always inside of it. With a ratio (width
// divided by height) its shape is kept.

export interface Size {
  width: number;
  height: number;
}

export interface CropBox extends Size {
  left: number;
  top: number;
}

export type Corner = "top left" | "top right" | "bottom left" | "bottom right";
export const corners: readonly Corner[] = ["top left", "top right", "bottom left", "bottom right"];

export const wholeOf = ({ width, height }: Size): CropBox => ({ left: 0, top: 0, width, height });

export const isWhole = (box: CropBox, { width, height }: Size): boolean => box.width === width && box.height === height;

/** The box `right` and `down` from where it is, as far as the picture reaches. */
export const moved = (box: CropBox, right: number, down: number, size: Size): CropBox => ({
  ...box,
  left: within(box.left + right, 0, size.width - box.width),
  top: within(box.top + down, 0, size.height - box.height),
});

/** The box with its left and top edges elsewhere; where the picture has no room for its size, it gets smaller. */
export function placed(box: CropBox, left: number, top: number, size: Size, ratio: number | null): CropBox {
  const at = {
    left: within(left, 0, size.width - Math.min(minCropPixels, size.width)),
    top: within(top, 0, size.height - Math.min(minCropPixels, size.height)),
  };
  const opposite = { x: at.left + box.width, y: at.top + box.height };
  return resized({ ...box, ...at }, "bottom right", opposite, size, ratio);
}

/** The box with one corner dragged to a point; the opposite corner stays. */
export function resized(
  box: CropBox,
  corner: Corner,
  point: { x: number; y: number },
  size: Size,
  ratio: number | null,
): CropBox {
  const isLeft = corner.endsWith("left");
  const isTop = corner.startsWith("top");
  const fixed = { x: isLeft ? box.left + box.width : box.left, y: isTop ? box.top + box.height : box.top };
  const room = { width: isLeft ? fixed.x : size.width - fixed.x, height: isTop ? fixed.y : size.height - fixed.y };
  const asked = {
    width: isLeft ? fixed.x - point.x : point.x - fixed.x,
    height: isTop ? fixed.y - point.y : point.y - fixed.y,
  };
  const { width, height } = shaped(asked, room, ratio);
  return { width, height, left: isLeft ? fixed.x - width : fixed.x, top: isTop ? fixed.y - height : fixed.y };
}

/** The largest box with a ratio, its centre as close to the former one as the picture allows. */
export function withRatio(box: CropBox, ratio: number, size: Size): CropBox {
  const { width, height } = shaped(size, size, ratio);
  const left = Math.round(box.left + (box.width - width) / 2);
  const top = Math.round(box.top + (box.height - height) / 2);
  return moved({ width, height, left, top }, 0, 0, size);
}

/** In fractions of the picture, as the server takes it. */
export const areaOf = ({ left, top, width, height }: CropBox, size: Size): CropArea => ({
  x: left / size.width,
  y: top / size.height,
  width: width / size.width,
  height: height / size.height,
});

/** The wider of what the width and the height ask for, as far as there is room. */
function shaped(asked: Size, room: Size, ratio: number | null): Size {
  if (ratio === null)
    return {
      width: within(asked.width, Math.min(minCropPixels, room.width), room.width),
      height: within(asked.height, Math.min(minCropPixels, room.height), room.height),
    };
  const most = Math.min(room.width, room.height * ratio);
  const least = Math.min(most, minCropPixels * Math.max(1, ratio));
  const width = Math.min(most, Math.max(least, asked.width, asked.height * ratio));
  return { width: Math.floor(width), height: Math.min(room.height, Math.max(1, Math.round(width / ratio))) };
}

const within = (value: number, least: number, most: number) => Math.round(Math.min(most, Math.max(least, value)));
