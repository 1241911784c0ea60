import { useEffect, useRef, useState } from "react";
import { close, external } from "#app/ui/glyphs.ts";
import { Icon } from "#app/ui/icon.tsx";
import { IconButton } from "../control/icon-button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./preview-dialog.module.css";

const widths = { desktop: { label: "Desktop", px: 1280 }, phone: { label: "Phone", px: 390 } } as const;
type Width = keyof typeof widths;

interface PreviewDialogProps {
  /** URL of the preview; undefined while the dialog is closed. */
  url: string | undefined;
  onClose: () => void;
}

/** The public page as it would look after saving, at desktop or phone width, scaled down to fit. */
export function PreviewDialog({ url, onClose }: PreviewDialogProps) {
  const [width, setWidth] = useState<Width>(() => (innerWidth < 768 ? "phone" : "desktop"));
  return (
    <Dialog isOpen={url !== undefined} title="Preview" size="full" onClose={onClose}>
      {url && (
        <>
          <div className={`cluster gap-8-20 ${styles.bar}`}>
            <p className={styles.note}>Visitors do not see this preview.</p>
            <fieldset className={styles.widths}>
              <legend className="vh">Width</legend>
              {(Object.keys(widths) as Width[]).map((key) => (
                <label key={key} className={styles.width}>
                  <input type="radio" name="preview-width" checked={key === width} onChange={() => setWidth(key)} />
                  <span>{widths[key].label}</span>
                </label>
              ))}
            </fieldset>
            <a className={`tap gap-8 ${styles.link}`} href={url} target="_blank" rel="noreferrer">
              <Icon of={external} small />
              Open in a new tab
            </a>
            <IconButton glyph={close} label="Close the preview" className={styles.close} onClick={onClose} />
          </div>
          <Page url={url} width={widths[width].px} />
        </>
      )}
    </Dialog>
  );
}

/** Rendered at its true width and scaled as a whole, so that the page's own breakpoints apply. */
function Page({ url, width }: { url: string; width: number }) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const resize = () => {
      if (!box.current || !frame.current) return;
      const scale = Math.min(1, box.current.clientWidth / width);
      const { style } = frame.current;
      style.width = `${width}px`;
      style.height = `${box.current.clientHeight / scale}px`;
      style.scale = String(scale);
      style.marginInlineStart = `${Math.max(0, (box.current.clientWidth - width * scale) / 2)}px`;
    };
    resize();
    const observer = new ResizeObserver(resize);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [width]);
  return (
    <div ref={box} className={styles.box}>
      <iframe ref={frame} className={styles.frame} src={url} title="Page preview" />
    </div>
  );
}
