declare global {
  interface Window {
    /** What the visitor did before hydration, in order; undefined from then on. */
    earlyEvents?: Event[];
  }
}

/** Buttons that the page's first script does not answer to. */
const laterButtons = "#page button[type=button]:not([data-theme-toggle])";

/** Buttons that only React answers to. */
export const islandButtons = "[data-island] button[type=button]";

/**
 * Runs before the body is parsed: on a slow connection the first press, key or swipe comes before the page's script,
 * which loads last. A pressed button is busy until it is answered. The quote panel is opened within the press on its link,
 * so that what is typed right after it stands in the first field; not on touch screens, where a keyboard would cover it,
 * from the menu, whose place it takes by its fragment, or once the panel is a modal dialog, which opens itself.
 * Constant text, because the CSP lists its hash.
 */
export const noteEventsScript =
  `(()=>{earlyEvents=[];for(const type of ["click","keydown","pointerdown","touchstart","touchend","submit"])` +
  `addEventListener(type,e=>{earlyEvents?.push(e)&&type==="click"&&` +
  `e.target.closest?.("${laterButtons}")?.setAttribute("aria-busy","true")},{capture:true,passive:true});` +
  `addEventListener("click",e=>{if(earlyEvents&&!e.ctrlKey&&!e.metaKey&&!e.shiftKey&&` +
  `e.target.closest?.("[href='#quote']:not(dialog *)")&&window.quote?.matches(":not([open],[data-hydrated])")&&matchMedia("(hover:hover)").matches){` +
  `e.preventDefault();quote.show();quote.querySelector("[name=fullName]").focus()}},true)})()`;
