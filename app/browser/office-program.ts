import { programHeader } from "#app/shared/office-program.ts";

// After an upgrade of the server an open back office goes on running its own program, whose calls and files the new build
// may no longer have. The answers to its calls tell (server/office/office-program.ts).

let isOld = false;
const listeners = new Set<() => void>();

/** Calls back when it is learned that the server is of another build, and whenever a call is missing since. */
export function onOutdated(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isOutdated = (): boolean => isOld;

/** Compares the program that an answer names with the one that this document loads. */
export function noteProgram(response: Response): Response {
  const served = response.headers.get(programHeader);
  const own = document.documentElement.dataset.program;
  if (!served || !own || own.includes(served)) return response;
  if (isOld && response.status !== 404) return response;
  isOld = true;
  for (const listener of listeners) listener();
  return response;
}
