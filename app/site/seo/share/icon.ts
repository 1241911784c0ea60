/** Content of the site's icon. */
export interface SiteIcon {
  /** Side in pixels. */
  size: number;
  /** `#rrggbb` */
  pencil: string;
}
