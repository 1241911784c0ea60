// Content below the fold must not delay the first screen. Until the page has loaded, the browser skips its layout
// (base.css); then it is laid out part by part. Until the first screen is painted, pictures in a `.far` part are not
// even requested: on a slow connection they would share it with the font and the first picture.

const farSelector = "main > :nth-child(n + 3),.far,main ~ footer";

/**
 * Runs before the first paint, on fresh navigations only: Back, reload, fragments and the answer to a refused form
 * need the page's full height. What is far below has no boxes until the document is complete and its first frame is
 * painted (`data-far="none"`): browsers ask for the boxes of form fields when the document is complete. It is then laid
 * out when it comes near ("auto"; base.css). It appears at once when the visitor presses something, because on a slow
 * connection the document is complete long after it can be read. A visitor who scrolls, presses a key (such as End) or
 * opens a fragment before all is laid out has it laid out at once: the page's height must not change on the way.
 * Constant text, because the CSP lists its hash.
 */
export const deferLayoutScript =
  `(()=>{const d=document.documentElement.dataset,n=performance.getEntriesByType("navigation")[0];if(location.hash||location.pathname.startsWith("/send/")||!n||n.type!=="navigate")return;d.far="none";` +
  `const show=()=>{d.far="auto"},all=()=>{if("laidOut"in d)return;show();for(const part of document.querySelectorAll("${farSelector}"))part.style.contentVisibility="visible";return 1},` +
  `on=(type,task)=>addEventListener(type,task,{once:true});` +
  `on("pointerdown",show);on("scroll",all);on("keydown",all);on("DOMContentLoaded",()=>requestAnimationFrame(()=>setTimeout(show)));` +
  `addEventListener("hashchange",()=>{const t=document.querySelector("main :target");t&&all()&&t.scrollIntoView({behavior:"instant"})})})()`;

/**
 * Lays out the skipped parts, yielding to the browser after each. The attributes stay: removing them would restyle
 * every element.
 */
export async function layOutDeferred() {
  const root = document.documentElement.dataset;
  if (root.far === undefined) return;
  for (const part of farParts()) {
    part.style.contentVisibility = "visible";
    // Forces layout of this part alone; otherwise the next frame would lay out several at once.
    part.getBoundingClientRect();
    await new Promise((resolve) => setTimeout(resolve));
  }
  root.laidOut = "";
}

const farParts = () => document.querySelectorAll<HTMLElement>(farSelector);

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
