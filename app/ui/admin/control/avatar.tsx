import { useState } from "react";
import { firstLetter } from "#app/shared/text/beginning.ts";
import styles from "./avatar.module.css";

interface AvatarProps {
  image: string;
  name: string;
  className?: string;
}

/**
 * A person's picture, or their initials if there is none or it fails to load. Decorative: the name is always next to
 * it.
 */
export function Avatar({ image, name, className = "" }: AvatarProps) {
  const [broken, setBroken] = useState("");
  if (image && image !== broken)
    return (
      <img
        className={`${styles.avatar} ${className}`}
        src={image}
        alt=""
        width="56"
        height="56"
        loading="lazy"
        onError={() => setBroken(image)}
      />
    );
  return (
    <span className={`${styles.avatar} ${styles.initials} ${className}`} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => firstLetter(word ?? ""));
  return letters.join("").toUpperCase();
}
