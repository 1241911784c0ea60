import { SeamGrip, seamSlider } from "#app/ui/site/seam-grip.tsx";
import styles from "./numeral.module.css";

// Archivo at weight 680, width 112: outlines and advance widths of the digits of our error codes, y axis up.
const digits: Record<string, { advance: number; path: string }> = {
  "4": {
    advance: 668,
    path: "M390 0V152H27V266Q69 326 108.5 395 148 464 181 541 214 618 236 699H389Q379 653 358.5 602 338 551 311 500.5 284 450 255 404.5 226 359 199 322.5 172 286 152 265H390V437Q400 457 411.5 479.5 423 502 433.5 525 444 548 452.5 570 461 592 467 611H533V265H638V152H533V0Z",
  },
  "1": {
    advance: 634,
    path: "M87 0V118H280V510H87V596Q131 600 179.5 612 228 624 275 643.5 322 663 362 688H424V118H603V0Z",
  },
  "0": {
    advance: 675,
    path: "M338-12Q264-12 209.5 8.5 155 29 119.5 72.5 84 116 67 183 50 250 50 344 50 437 67 504 84 571 119.5 614 155 657 209 678 263 699 338 699 412 699 466 678 520 657 555.5 614 591 571 608.5 504 626 437 626 344 626 250 608.5 183 591 116 556 72.5 521 29 466.5 8.5 412-12 338-12ZM338 97Q392 97 422 121.5 452 146 465 195 478 244 478 317V369Q478 443 465 492 452 541 422 565 392 589 338 589 285 589 254 565 223 541 210.5 492.5 198 444 198 371V318Q198 245 210.5 195.5 223 146 254 121.5 285 97 338 97Z",
  },
};

// Height of the digits, which is slightly above the cap height.
const cap = 699;
const mid = cap * 0.54;

export interface NumeralProps {
  text: "404" | "410";
  seamLabels: readonly [drawn: string, built: string];
}

/** A three-digit number on guide lines, with the seam from drawn to built in its zero (a 1 would fall apart). */
export function Numeral({ text, seamLabels }: NumeralProps) {
  let at = 0;
  const placed = [...text].map((digit, index) => {
    const { advance = 0, path = "" } = digits[digit] ?? {};
    const glyph = { key: `${digit}${index}`, x: at, advance, path };
    at += advance;
    return glyph;
  });
  const zero = placed[text.indexOf("0")] ?? { x: 0, advance: 0 };
  const foot = zero.x + zero.advance / 2 - 50;
  const top = foot + 100;
  const glyphs = placed.map(({ key, x, path }) => (
    <path key={key} transform={`translate(${x} ${cap}) scale(1 -1)`} d={path} />
  ));
  const width = at - 27;
  return (
    <div className={`${styles.frame} ${styles[`n${text}`]}`} data-seam="">
      <div data-part="picture">
        <svg className={styles.numeral} viewBox={`27 -14 ${width} 727`} role="img" aria-label={text}>
          <clipPath id="numeral-drawn">
            <path className={styles.moves} d={`M${-at}-20H${top}V${mid}H${foot}V726H${-at}Z`} />
          </clipPath>
          <clipPath id="numeral-built">
            <path className={styles.moves} d={`M${top}-20H${2 * at}V726H${foot}V${mid}H${top}Z`} />
          </clipPath>
          <g className={styles.drawn}>
            <path className={styles.guides} d={`M-20 0H${at + 20}M-20 ${cap}H${at + 20}`} />
            <path className={`${styles.guides} ${styles.moves}`} d={`M${top} 0V${mid}H${foot}V${cap}`} />
            <g clipPath="url(#numeral-drawn)">{glyphs}</g>
          </g>
          <g className={styles.built} clipPath="url(#numeral-built)">
            {glyphs}
          </g>
          <g className={`${styles.handles} ${styles.moves}`}>
            {[
              [top, 0],
              [top, mid],
              [foot, mid],
              [foot, cap],
            ].map(([x = 0, y = 0]) => (
              <rect key={`${x} ${y}`} x={x - 10} y={y - 10} width="20" height="20" />
            ))}
          </g>
        </svg>
        <SeamGrip labels={seamLabels} {...seamSlider(seamLabels, Math.round(((foot - 27) / width) * 100))} />
      </div>
    </div>
  );
}
