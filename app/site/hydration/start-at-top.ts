/**
 * Runs before the first paint: a reload starts at the top like every load, or at the fragment. Chromium decides before any script whether to restore the scroll position, and does so while the page loads.
 * Each such scroll is therefore undone before it is painted, until the first user interaction. On a slow device that
 * may be before the fragment's element has been parsed, so the position is set again when the document is complete. Back
 * still restores the position. Constant text, because the CSP lists its hash.
 */
export const startAtTopScript =
  `(()=>{const n=performance.getEntriesByType("navigation")[0];if(!n||n.type!=="reload")return;` +
  `const own=["wheel","touchstart","pointerdown","keydown"],` +
  `begin=()=>{scrollTo({top:0,behavior:"instant"});document.getElementById(location.hash.slice(1))?.scrollIntoView({behavior:"instant"})},` +
  `stop=()=>{for(const type of ["scroll","DOMContentLoaded","load"])removeEventListener(type,begin);for(const type of own)removeEventListener(type,stop)};` +
  `history.scrollRestoration="manual";addEventListener("pagehide",()=>{history.scrollRestoration="auto"});` +
  `for(const type of ["scroll","DOMContentLoaded","load"])addEventListener(type,begin);for(const type of own)addEventListener(type,stop,{passive:true});` +
  `addEventListener("load",()=>setTimeout(stop,500))})()`;
