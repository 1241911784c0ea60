// Content below the fold must not delay the first screen. Until the page has loaded, the browser skips its layout
// (base.css); then it is laid out part by part. Until the first screen is painted, pictures in a `.far` part are not
// even requested: on a slow connection they would share it with the font and the first picture.

const farSelector = "main > :nth-child(n + 3),.far,main ~ footer";

/**
 * Runs before the first paint, on fresh navigations only: Back, reload, fragments and the answer to a refused form
 * need the page's full height. What is far below has no boxes until the document is complete and its first frame is
 * painted (`data-far="none"`): browsers ask for the boxes of form fields when the document is complete. It is then laid
 * out when it comes near ("auto"; base.css), and once the page has loaded part by part, yielding to the browser after
 * each (`data-laid-out`). It appears at once when the visitor presses something, because on a slow connection the
 * document is complete long after it can be read. A visitor who scrolls meanwhile, presses End or opens a fragment has
 * everything laid out at once: the height of the page must not change on the way. The attributes stay: removing them
 * would restyle every element. Constant text, because the CSP lists its hash.
 */
export const deferLayoutScript =
  `(()=>{const d=document.documentElement.dataset,n=performance.getEntriesByType("navigation")[0];if(location.hash||location.pathname.startsWith("/send/")||!n||n.type!=="navigate")return;d.far="none";` +
  `const parts=()=>document.querySelectorAll("${farSelector}"),lay=p=>{p.style.contentVisibility="visible"},` +
  `show=()=>{d.far="auto"},all=()=>{show();parts().forEach(lay)},` +
  `next=([part,...rest])=>{if(!part){d.laidOut="";return}lay(part);part.getBoundingClientRect();setTimeout(next,0,rest)},` +
  `on=(types,task)=>{for(const type of types)addEventListener(type,task,{once:true,passive:true})};` +
  `on(["pointerdown","keydown"],show);on(["scroll","wheel","touchmove"],all);` +
  `const after=(type,task)=>on([type],()=>requestAnimationFrame(()=>setTimeout(task)));` +
  `after("DOMContentLoaded",show);after("load",()=>{show();next([...parts()])});` +
  `addEventListener("keydown",e=>{if(e.key==="End")all()});` +
  `addEventListener("hashchange",()=>{const t=document.querySelector("main :target");t&&!("laidOut"in d)&&(all(),t.scrollIntoView({behavior:"instant"}))})})()`;

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
