import { type ComponentType, useState } from "react";
import { useProblem } from "../picture/image-upload.ts";

/**
 * A dialog of a field, whose code is loaded when it is first opened. `failed`: says that it could not be loaded;
 * `onEnd`: called after each use of it.
 */
export function useLazyDialog<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  failed: string,
  onEnd: () => void,
) {
  const [Dialog, setDialog] = useState<ComponentType<P>>();
  const [problem, setProblem] = useProblem();

  async function open() {
    try {
      const loaded = await load();
      setProblem(null);
      setDialog(() => loaded.default);
    } catch (error) {
      console.error(failed, error);
      setProblem(`${failed} Check the connection, load this page again and try again.`);
    }
  }

  function close() {
    setDialog(undefined);
    onEnd();
  }

  return { Dialog, problem, open, close };
}
