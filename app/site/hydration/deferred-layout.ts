// Content below the fold must not delay the first screen. Until the page has loaded, the browser skips its layout
// (base.css); then it is laid out part by part. Until the first screen is painted, pictures in a `.far` part are not
// even requested: on a slow connection they would share it with the font and the first picture.

/**
 * Runs before the first paint, on fresh navigations only: Back, reload, fragments and the answer to a refused form
 * need the page's full height. What is far below has no boxes until the document is complete (`data-far="none"`),
 * then no pictures until the first frame ("hidden"), and is then laid out when it comes near ("auto"; base.css). Each
 * step is a task of its own: browsers ask for the boxes of form fields when the document is complete, and would lay
 * out again at once what has just changed. All of it appears at once when the visitor scrolls or presses something,
 * because on a slow connection the document is complete long after it can be read. The End key and a fragment opened
 * meanwhile lay out everything at once, so that the browser scrolls to the real place. If the page's script has not
 * run by 4 s after loading, everything is laid out.
 * Constant text, because the CSP lists its hash.
 */
export const deferLayoutScript =
  `(()=>{const d=document.documentElement.dataset,n=performance.getEntriesByType("navigation")[0];if(location.hash||location.pathname.startsWith("/send/")||!n||n.type!=="navigate")return;d.far="none";` +
  `const box=()=>{d.far==="none"&&(d.far="hidden")},show=()=>{"far"in d&&(d.far="auto")};` +
  `for(const type of ["scroll","wheel","touchstart","pointerdown","keydown"])addEventListener(type,show,{once:true,passive:true});` +
  `addEventListener("DOMContentLoaded",()=>{setTimeout(box);requestAnimationFrame(()=>setTimeout(show))});` +
  `addEventListener("keydown",e=>{if(e.key==="End")delete d.far});` +
  `addEventListener("hashchange",()=>{const t=document.querySelector("main :target");t&&"far"in d&&!("laidOut"in d)&&(delete d.far,t.scrollIntoView({behavior:"instant"}))});` +
  `addEventListener("load",()=>{setTimeout(()=>{"laidOut"in d||delete d.far},4e3)})})()`;

/**
 * Lays out the skipped parts, yielding to the browser after each. The attributes stay: removing them would restyle
 * every element.
 */
export async function layOutDeferred() {
  const root = document.documentElement.dataset;
  if (root.far === undefined) return;
  root.laidOut = "";
  root.far = "auto";
  for (const part of farParts()) {
    part.style.contentVisibility = "visible";
    // Forces layout of this part alone; otherwise the next frame would lay out several at once.
    part.getBoundingClientRect();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const farParts = () => document.querySelectorAll<HTMLElement>("main > :nth-child(n + 3), .far, main ~ footer");

/**
 * Skips what is out of sight, with its size as it was, while a dialog makes the whole page inert: only what is seen is
 * then restyled.
 */
export function skipFar(): void {
  const isFar = ({ top, bottom }: DOMRect) => top > 2 * innerHeight || bottom < -innerHeight;
  const laidOut = [...farParts()].filter(({ style }) => style.contentVisibility === "visible");
  for (const part of laidOut.filter((each) => isFar(each.getBoundingClientRect())))
    part.style.contentVisibility = "auto";
}

/** Shows again what `skipFar` skips, part by part. */
export async function showFar(): Promise<void> {
  for (const part of farParts()) {
    if (part.style.contentVisibility !== "auto") continue;
    part.style.contentVisibility = "visible";
    await new Promise((resolve) => setTimeout(resolve));
  }
}
