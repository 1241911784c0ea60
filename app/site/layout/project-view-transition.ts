/**
 * View transition between a project's card and its case study, and from one case study to the next: picture, title and
 * number move. Before the old page's last and the new page's first rendering, this marks the card that links to the
 * other page (`data-travels`); site.css names the parts. A page that was reached this way stays marked (`data-arrived`):
 * its picture does not draw itself again. Browsers without cross-document view transitions never fire these events, and
 * Safari before 26.2 does not say which page comes or was before: both are shown as a whole. A case study just opened
 * uses its own header, even if its link to the next case study points to the previous page (`isPush`). A page scrolled
 * below its header does not share it with the other (`data-travel="below"`). A transition that is cut off, as by another
 * link, rejects `ready`. Runs before the first paint. Constant text, because the CSP lists its hash.
 */
export const projectViewTransitionScript =
  `(()=>{const d=document,h=d.documentElement,` +
  `clear=()=>{delete h.dataset.travel;for(const c of d.querySelectorAll("[data-travels]"))delete c.dataset.travels},` +
  `mark=(url,isPush)=>{clear();const p=url&&new URL(url).pathname,is=/^\\/details\\/\\d+$/;` +
  `if(!p)return;const here=is.test(location.pathname),a=is.test(p)&&!(here&&isPush)&&d.querySelector('main [data-card] a[href="'+p+'"]');` +
  `if(a)a.closest("[data-card]")?.setAttribute("data-travels","");` +
  `else if(!here||!/^\\/($|portfolio|details\\/\\d)/.test(p))return;` +
  `h.dataset.travel=scrollY>90&&h.dataset.header!=="shown"?"below":""};` +
  `addEventListener("pageswap",e=>{const t=e.viewTransition;` +
  `if(t){t.ready.catch(()=>{});if(window.navigation)mark(e.activation?.entry?.url)}});` +
  `addEventListener("pagereveal",e=>{clear();const t=e.viewTransition;` +
  `if(t){t.ready.catch(()=>{});const a=window.navigation?.activation;mark(a?.from?.url,a?.navigationType==="push");` +
  `if("travel"in h.dataset)h.dataset.arrived="";t.finished.then(clear,clear)}})})()`;
