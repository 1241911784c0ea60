/**
 * Lets a project's picture, title and number travel between its card and its case, and from a case to the next one. Just before the one
 * page is drawn for the last time, and before the other is for the first, the script marks the card that the other address belongs to
 * (`data-travels`); the names of the parts are in site.css. Where the browser has no such transitions nothing listens.
 * A case that was just opened is the page's own part, even where its link to the next case names the page one comes from (`isPush`).
 * Runs before the first paint. One constant text: the content policy names its hash.
 */
export const projectTravelScript =
  `(()=>{const d=document,h=d.documentElement,` +
  `clear=()=>{delete h.dataset.travel;for(const c of d.querySelectorAll("[data-travels]"))delete c.dataset.travels},` +
  `mark=(url,isPush)=>{clear();const p=url&&new URL(url).pathname,is=/^\\/details\\/\\d+$/;` +
  `if(!p)return;const here=is.test(location.pathname),a=is.test(p)&&!(here&&isPush)&&d.querySelector('main a[href="'+p+'"]');` +
  `if(a){a.closest("[data-card]")?.setAttribute("data-travels","");h.dataset.travel=""}` +
  `else if(here&&/^\\/($|portfolio|details\\/\\d)/.test(p))h.dataset.travel=""};` +
  `addEventListener("pageswap",e=>e.viewTransition&&mark(e.activation?.entry.url));` +
  `addEventListener("pagereveal",e=>{clear();const t=e.viewTransition;` +
  `if(t){const a=navigation.activation;mark(a?.from?.url,a?.navigationType==="push");t.finished.then(clear,clear)}})})()`;
