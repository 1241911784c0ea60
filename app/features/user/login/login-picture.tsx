import { type CSSProperties, useLayoutEffect, useState } from "react";
import { Meet } from "#app/ui/meet.tsx";
import { leavePictures, tapPicture } from "#app/ui/picture-taps.ts";
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
  // As the documents and scripts of the site do (app/ui/meet.tsx, markPicturesScript).
  useLayoutEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("load", markLoaded, { capture: true, signal });
    document.addEventListener("click", tapPicture, { signal });
    document.addEventListener("pointerdown", leavePictures, { signal });
    return () => listening.abort();
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
