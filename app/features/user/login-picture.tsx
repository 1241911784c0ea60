import { type CSSProperties, useLayoutEffect, useState } from "react";
import { Meet } from "#app/ui/meet.tsx";
import built from "#db/seed/pictures/07-nft-marketplace-hero-built.webp";
import styles from "./login-picture.module.css";

const drawn = "/art/drawings/07-nft-marketplace-hero-drawn.svg";
const mask = { "--drawing": `url(${drawn})` } as CSSProperties;
const seam = { rest: 26, step: 27, mid: 71.2 };

function markLoaded({ target }: Event) {
  if (target instanceof HTMLImageElement) target.dataset.there = "";
}

/** A case study, half drawn and half built, where there is room for it. Narrow screens do not load it. */
export function LoginPicture() {
  const [hasRoom] = useState(() => matchMedia("(min-width: 992px)").matches);
  // As the documents of the site do (app/ui/meet.tsx, markPicturesScript).
  useLayoutEffect(() => {
    document.addEventListener("load", markLoaded, true);
    return () => document.removeEventListener("load", markLoaded, true);
  }, []);
  if (!hasRoom) return null;
  return (
    <div className={styles.side} style={mask} aria-hidden="true">
      <Meet
        className={styles.meet}
        built={{ src: built }}
        drawn={{ src: drawn }}
        seam={seam}
        alt=""
        sizes="60vw"
        eager
      />
    </div>
  );
}
