import { useEffect, useRef, useState } from "react";
import styles from "./folded-text.module.css";

/** What a visitor wrote, as text with its line breaks. Folded over six lines, with a button for all of it. */
export function FoldedText({ text }: { text: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const paragraph = ref.current;
    if (!paragraph || isOpen) return;
    const observer = new ResizeObserver(() => setLong(paragraph.scrollHeight > paragraph.clientHeight + 1));
    observer.observe(paragraph);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div className={styles.folded}>
      <p ref={ref} dir="auto" className={`${styles.text} ${isOpen ? "" : styles.closed}`}>
        {text}
      </p>
      {isLong && (
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show less" : "Show all"}
        </button>
      )}
    </div>
  );
}
