import { variantWidths } from "#app/shared/image-address.ts";

/** A picture and, where the store knows it, its size in pixels. Uploads with a known size come in several widths. */
export interface Photo {
  src: string;
  width?: number;
  height?: number;
}

/** The addresses of an upload's smaller copies, as `srcset` lists; nothing for a picture from elsewhere, an SVG or an animation. */
export function variantsOf({ src, width }: Photo): { avif: string; webp: string } | null {
  const upload = /^(.*\/uploads\/[\w-]+)\.(?:png|jpe?g|webp|avif)$/.exec(src)?.[1];
  const widths = variantWidths.filter((each) => width !== undefined && each <= width);
  if (upload === undefined || widths.length === 0) return null;
  return copiesOf(upload, widths);
}

/** Copies of an upload for a card, whose size nobody has told; one that is narrower comes as wide as it is. */
export function cardCopies(src: string): { avif: string; webp: string } | undefined {
  const upload = /^(.*\/uploads\/[\w-]+)\.webp$/.exec(src)?.[1];
  return upload === undefined ? undefined : copiesOf(upload, [480, 640, 768]);
}

const copiesOf = (upload: string, widths: readonly number[]) => {
  const list = (format: string) => widths.map((each) => `${upload}-${each}.${format} ${each}w`).join(", ");
  return { avif: list("avif"), webp: list("webp") };
};

interface PictureProps {
  photo: Photo;
  /** What it shows; "" where the words beside it say so. */
  alt: string;
  /** Its width on the page, as the `sizes` of an image. */
  sizes: string;
  /** On the first screen: fetched at once and first. All others wait until they are near. */
  eager?: boolean;
  /** Not on the first screen, and wanted all the same. */
  now?: boolean;
  className?: string;
  onLoad?(image: HTMLImageElement): void;
}

/** An image in the lightest format and width that fits. */
export function Picture({ photo, alt, sizes, eager = false, now = false, className, onLoad }: PictureProps) {
  const variants = variantsOf(photo);
  const image = (
    <img
      className={className}
      onLoad={onLoad && ((event) => onLoad(event.currentTarget))}
      sizes={variants ? sizes : undefined}
      srcSet={variants?.webp}
      src={photo.src}
      alt={alt}
      width={photo.width}
      height={photo.height}
      loading={eager || now ? undefined : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding="async"
    />
  );
  if (!variants) return image;
  return (
    <picture>
      <source type="image/avif" srcSet={variants.avif} sizes={sizes} />
      {image}
    </picture>
  );
}
