import { useEffect, useRef, useState } from "react";
import styles from "./folded-text.module.css";

interface FoldedTextProps {
  text: string;
  /** Id of the heading that says whose text it is. */
  of: string;
  /** Nobody has opened it yet: its beginning is shown, with a button that opens it. */
  isNew: boolean;
  /** It was opened for the first time. */
  onOpen: () => void;
}

/** What a visitor wrote, as text with its line breaks. Folded over six lines, with a button for all of it. */
export function FoldedText({ text, of, isNew, onOpen }: FoldedTextProps) {
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
  const fold = isOpen ? "" : isNew ? styles.unopened : styles.closed;
  function toggle() {
    setOpen(!isOpen);
    if (!isOpen && isNew) onOpen();
  }
  return (
    <div className={styles.folded}>
      <p ref={ref} dir="auto" className={`${styles.text} ${fold}`}>
        {text}
      </p>
      {((isNew && !isOpen) || isLong) && (
        <button type="button" className={styles.toggle} aria-expanded={isOpen} aria-describedby={of} onClick={toggle}>
          {isOpen ? "Show less" : isNew ? "Open" : "Show all"}
        </button>
      )}
    </div>
  );
}
