// A visitor sees the first screen; laying out what lies below it must not keep them from it. Until the page has loaded
// the browser leaves out what is far from the screen (base.css), then the rest is laid out part by part.

/**
 * Before the first paint, on a fresh visit alone: going back, reloading and a place on the page need its whole height.
 * The End key means the page's real end: all is laid out at once, before the browser scrolls. Where the page's script never arrives,
 * nothing stays left out. One constant text: the content policy names its hash.
 */
export const leaveOutScript = `(()=>{const d=document.documentElement.dataset,n=performance.getEntriesByType("navigation")[0];if(location.hash||!n||n.type!=="navigate")return;d.far="left-out";addEventListener("keydown",e=>{if(e.key==="End")delete d.far});addEventListener("load",()=>setTimeout(()=>{"laidOut"in d||delete d.far},4e3))})()`;

/** Lays out what was left out, giving way to the browser between the parts. The marks stay: taking them off would cost a look at every element. */
export async function layOutTheRest() {
  const root = document.documentElement.dataset;
  if (root.far === undefined) return;
  root.laidOut = "";
  for (const part of document.querySelectorAll<HTMLElement>("main > :nth-child(n + 3), .far, main ~ footer")) {
    part.style.contentVisibility = "visible";
    // Asked for its place it is laid out now, by itself; else the next frame would lay out several at once.
    part.getBoundingClientRect();
    await new Promise((resolve) => setTimeout(resolve));
  }
}
