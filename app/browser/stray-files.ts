/** Refuses files that are dropped beside a field for them: browsers open them, most in the page's place. */
export function refuseStrayFiles(page: Window | Document): void {
  for (const type of ["dragover", "drop"] as const)
    page.addEventListener(type, (event) => {
      const { target, dataTransfer } = event as DragEvent;
      const isField = (target as Element).matches?.("input[type=file]:enabled");
      if (isField || !dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      dataTransfer.dropEffect = "none";
    });
}
