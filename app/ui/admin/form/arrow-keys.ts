const directions: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Handles the arrow keys of something that is moved on a picture; all other keys stay as they are.
 * @param move gets the direction, and whether Shift is held
 */
export const arrowKeys =
  (move: (right: number, down: number, isShift: boolean) => void) =>
  (event: Pick<KeyboardEvent, "key" | "shiftKey" | "preventDefault">): void => {
    const direction = directions[event.key];
    if (!direction) return;
    event.preventDefault();
    move(...direction, event.shiftKey);
  };
