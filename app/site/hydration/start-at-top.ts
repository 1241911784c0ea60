/**
 * Runs before the first paint: a reload begins at the top as every load does, or at the address's fragment (spec/reading: Public site).
 * Chromium settles before any script whether it restores the old place, and does it while the page loads; so each such scroll is taken
 * back before it is painted, until the visitor does something. Going Back still restores the place.
 * One constant text: the content policy names its hash.
 */
export const startAtTopScript =
  `(()=>{const n=performance.getEntriesByType("navigation")[0];if(!n||n.type!=="reload")return;` +
  `const own=["wheel","touchstart","pointerdown","keydown"],` +
  `begin=()=>{scrollTo({top:0,behavior:"instant"});document.getElementById(location.hash.slice(1))?.scrollIntoView({behavior:"instant"})},` +
  `stop=()=>{removeEventListener("scroll",begin);for(const type of own)removeEventListener(type,stop)};` +
  `history.scrollRestoration="manual";addEventListener("pagehide",()=>{history.scrollRestoration="auto"});` +
  `addEventListener("scroll",begin);for(const type of own)addEventListener(type,stop,{passive:true});` +
  `addEventListener("load",()=>setTimeout(stop,500))})()`;
