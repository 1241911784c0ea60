import { variantWidths } from "#app/shared/image-address.ts";
import styles from "./picture.module.css";

/** An image and, if known, its size in pixels. Uploads of known size are available in several widths. */
export interface Photo {
  src: string;
  width?: number;
  height?: number;
  /** One of the built-in drawings, which first screens contain as SVG. */
  isDrawing?: boolean;
  isAnimated?: boolean;
  /** Focal point as "30% 40%"; the document has a rule for it (app/site/render/focal-rules.server.ts). */
  focus?: string;
}

/** The `srcset` lists of an upload's smaller copies; null for external images, SVGs and animations. */
function variantsOf({ src, width }: Photo): { avif: string; webp: string } | null {
  const upload = /^(.*\/uploads\/[\w-]+)\.(?:png|jpe?g|webp|avif)$/.exec(src)?.[1];
  if (upload === undefined || width === undefined || width < variantWidths[0]) return null;
  // The smallest copy that it does not fill is as wide as the upload itself.
  const whole = variantWidths.find((each) => each > width);
  const widths = variantWidths.filter((each) => each <= width);
  return copiesOf(upload, widths, widths.at(-1) === width ? undefined : whole && { named: whole, width });
}

/**
 * The `srcset` lists of an upload for a card, where its size is unknown. A narrower upload is served at its own width.
 */
export function cardCopies(src: string): { avif: string; webp: string } | undefined {
  const upload = /^(.*\/uploads\/[\w-]+)\.webp$/.exec(src)?.[1];
  return upload === undefined ? undefined : copiesOf(upload, [480, 640, 768]);
}

const copiesOf = (upload: string, widths: readonly number[], whole?: { named: number; width: number }) => {
  const copies = [...widths.map((width) => ({ named: width, width })), ...(whole ? [whole] : [])];
  const list = (format: string) =>
    copies.map(({ named, width }) => `${upload}-${named}.${format} ${width}w`).join(", ");
  return { avif: list("avif"), webp: list("webp") };
};

interface PictureProps {
  photo: Photo;
  /** Alternative text; "" if the text next to it says the same. */
  alt: string;
  /** The `sizes` attribute: its width on the page. */
  sizes: string;
  /** Above the fold: loaded immediately with high priority. All others load lazily. */
  eager?: boolean;
  className?: string;
  /** The frame around has the button that pauses it. */
  isInFrame?: boolean;
}

/** Holds an animated picture still, in the corner of its frame (pause-animation.ts). */
export const PauseButton = () => (
  <button type="button" className={styles.pause} data-pause="">
    Pause
  </button>
);

/** A responsive image in the lightest supported format. */
export function Picture({ photo, alt, sizes, eager = false, className, isInFrame = false }: PictureProps) {
  const variants = variantsOf(photo);
  const image = (
    <img
      className={className}
      sizes={variants ? sizes : undefined}
      srcSet={variants?.webp}
      // As for a mask, so that the mask is painted at once (app/ui/meet.module.css).
      crossOrigin={photo.isDrawing ? "anonymous" : undefined}
      src={photo.src}
      alt={alt}
      width={photo.width}
      height={photo.height}
      loading={eager ? undefined : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
    />
  );
  if (photo.isAnimated) {
    const still = variants?.avif ?? photo.src.replace(/[.]\w+$/, `-${variantWidths[0]}.avif`);
    return (
      <>
        <picture>
          <source media="(prefers-reduced-motion: reduce)" type="image/avif" srcSet={still} sizes={sizes} />
          {image}
        </picture>
        {!isInFrame && <PauseButton />}
      </>
    );
  }
  if (!variants) return image;
  return (
    <picture>
      <source type="image/avif" srcSet={variants.avif} sizes={sizes} />
      {image}
    </picture>
  );
}
