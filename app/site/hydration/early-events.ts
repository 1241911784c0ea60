declare global {
  interface Window {
    /** What the visitor did before hydration, in order; undefined from then on. */
    earlyEvents?: Event[];
  }
}

/**
 * Runs before the body is parsed: on a slow connection the first press, key or swipe comes before the page's script,
 * which loads last. Constant text, because the CSP lists its hash.
 */
export const noteEventsScript =
  `(()=>{earlyEvents=[];for(const type of ["click","keydown","touchstart","touchend"])` +
  `addEventListener(type,e=>{window.earlyEvents?.push(e)},{capture:true,passive:true})})()`;
