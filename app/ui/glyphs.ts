// The interface icons (design/icons): 24 px box, uniform stroke width, butt caps, mitre joins. One constant each, so
// that tree shaking drops unused ones.

/** Path data of lines, optionally with solid dots or another stroke width. */
export type Glyph = string | { lines: string; dots?: string; weight?: number };

export const arrow: Glyph = "M3 12h17M13 5l7 7-7 7";
export const back: Glyph = "M21 12H4M11 5l-7 7 7 7";
export const plus: Glyph = "M12 4v16M4 12h16";
export const minus: Glyph = "M4 12h16";
/** Not in the design's set; made by the same rules. */
export const undo: Glyph = "M4 9h10a5 5 0 0 1 0 10H8M8 4 3.5 9 8 14";
export const close: Glyph = "M5 5l14 14M19 5L5 19";
export const menu: Glyph = "M3 7h18M3 12h18M3 17h18";
export const more: Glyph = { lines: "", dots: "M11 5h2v2h-2zM11 11h2v2h-2zM11 17h2v2h-2z" };
/** Not in the design's set; made by the same rules. */
export const grip: Glyph = {
  lines: "",
  dots: "M8 5h2v2h-2zM14 5h2v2h-2zM8 11h2v2h-2zM14 11h2v2h-2zM8 17h2v2h-2zM14 17h2v2h-2z",
};
/** Not in the design's set; made by the same rules. */
export const leftRight: Glyph = "M8 6l-6 6 6 6M16 6l6 6-6 6M2 12h20";
export const toFirst: Glyph = "M4 4h16M12 20V8M6 13l6-6 6 6";
export const up: Glyph = "M12 20V5M6 11l6-6 6 6";
export const down: Glyph = "M12 4v15M6 13l6 6 6-6";
export const toLast: Glyph = "M4 20h16M12 4v12M6 11l6 6 6-6";
export const external: Glyph = "M14 4h6v6M20 4l-9 9M10 5H4v15h15v-6";
export const search: Glyph = "M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0zM15.5 15.5 21 21";
export const eye: Glyph = "M2 12C6 5.5 18 5.5 22 12 18 18.5 6 18.5 2 12ZM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0z";
export const eyeOff: Glyph =
  "M2 12C6 5.5 18 5.5 22 12 18 18.5 6 18.5 2 12ZM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0zM4 20 20 4";
/** These five are not in the design's set; made by the same rules. */
export const person: Glyph = "M8 8.5a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM4 21c0-9 16-9 16 0";
export const people: Glyph =
  "M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0zM2 20c0-8 14-8 14 0M15 5.3a3.5 3.5 0 0 1 0 6.4M18 14.6c2.5.8 4 2.6 4 5.4";
export const key: Glyph = "M3 16a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM11.5 12.5 20 4M16.5 7.5 20 11";
export const copy: Glyph = "M8 8h12v12H8zM8 16H4V4h12v4";
export const download: Glyph = "M12 4v12M6 10l6 6 6-6M4 16v4h16v-4";
export const trash: Glyph = "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5";
export const edit: Glyph = "M4 20h4L20 8l-4-4L4 16zM13 7l4 4";
export const crop: Glyph = "M7 2v15h15M2 7h15v15";
export const upload: Glyph = "M12 16V4M6 10l6-6 6 6M4 16v4h16v-4";
export const check: Glyph = "M4 12.5 9.5 18 20 6";
export const alert: Glyph = "M12 3 22 20H2zM12 10v5M12 16.5v1.5";
export const mail: Glyph = "M3 6h18v13H3zM3 7l9 7 9-7";
export const clock: Glyph = "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM12 7v5l4 2";
export const sun: Glyph =
  "M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2";
export const moon: Glyph = "M20 14.5A8.5 8.5 0 1 1 9.5 4 6.7 6.7 0 0 0 20 14.5Z";
export const logOut: Glyph = "M10 4H4v16h6M9 12h12M16 7l5 5-5 5";
export const folder: Glyph = "M3 5h7l2 3h9v12H3z";
export const inbox: Glyph = "M3 13 6 4h12l3 9v7H3zM3 13h5l2 3h4l2-3h5";
export const newspaper: Glyph = "M4 4h16v16H4zM8 9h8M8 13h8M8 17h5";
export const briefcase: Glyph = "M3 8h18v12H3zM8 8V4h8v4M3 13h18";
export const help: Glyph =
  "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0zM9.5 9.5c0-3.3 5-3.3 5 0 0 2-2.5 2.3-2.5 4.5M12 16.5V18";
export const speech: Glyph = "M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12.5h5";
/** Not in the design's set; made by the same rules. */
export const browser: Glyph = "M3 4h18v16H3zM3 9h18M6 6.5h1.5M9.5 6.5H11";
/** Not in the design's set, made by the same rules: card view and row view. */
export const grid: Glyph = "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z";
export const rows: Glyph = "M4 5h16v4H4zM4 13h16v4H4z";
export const pause: Glyph = { lines: "M8 5v14M16 5v14", weight: 3 };
export const image: Glyph = "M3 4h18v16H3zM3 17l6-6 5 5 3-3 4 4M14 8.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0z";
/** Not in the design's set; made by the same rules. */
export const play: Glyph = "M7 4.5v15L19.5 12z";
