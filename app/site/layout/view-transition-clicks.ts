/**
 * Hands a click during a view transition to what lies under it, which browsers then do not find: they report the root
 * element. A press ends the transition; what began it handles that `ready` is then rejected. Constant text, because the CSP
 * lists its hash.
 */
export const viewTransitionClicksScript =
  `(()=>{const d=document,h=d.documentElement;let revealed,pressed;` +
  `addEventListener("pagereveal",e=>{revealed=e.viewTransition});` +
  `addEventListener("pointerdown",e=>{const t=d.activeViewTransition||revealed;` +
  `if(pressed=t&&e.target===h)t.skipTransition()},true);` +
  `addEventListener("click",e=>{if(!pressed||e.target!==h)return;pressed=false;` +
  `const at=d.elementFromPoint(e.clientX,e.clientY);at?.focus();at?.dispatchEvent(new PointerEvent("click",e))},true)})()`;
