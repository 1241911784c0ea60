// The address fragment chooses the state: none (built), #drawn, #hero, #hero-drawn, #detail-1 to #detail-3.
{
  const state = location.hash.slice(1);
  const root = document.documentElement.classList;
  const detail = state.match(/^detail-([123])$/)?.[1];
  root.toggle("drawn", state.endsWith("drawn"));
  root.toggle("hero", state.startsWith("hero"));
  if (detail) root.add("detail", `d${detail}`);
}
