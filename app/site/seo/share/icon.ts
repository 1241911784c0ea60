/** A picture of the mark, or of the uploaded logo if there is one. */
export interface SiteIcon {
  /** A square for home screens, or the logo alone, for mails. */
  shape: "square" | "logo";
  /** Side of the square, or greatest height of the logo, in pixels. */
  size: number;
  /** `#rrggbb` */
  pencil: string;
}
