import { Session } from "node:inspector/promises";

/** A growing collection in this process, and by how much it has grown since the last check. */
export interface Grown {
  kind: string;
  grown: number;
  size: number;
  /** The entry added last, shortened. */
  last: string;
}

const kinds = ["Map", "Set", "Array"] as const;

/**
 * Checks every live Map, Set and Array in this process. A leak of one small entry is lost in the noise of heap size,
 * but obvious here.
 * @returns those that gained at least `least` entries since the last check, and as many between that and the one before
 */
export async function growingCollections(least: number): Promise<Grown[]> {
  const session = new Session();
  session.connect();
  try {
    const found: Grown[] = [];
    for (const kind of kinds) found.push(...(await grownOf(session, kind, least)));
    return found;
  } finally {
    session.disconnect();
  }
}

async function grownOf(session: Session, kind: string, least: number): Promise<Grown[]> {
  // The type definitions do not cover these responses.
  const post = session.post.bind(session) as unknown as (method: string, params: object) => Promise<Answer>;
  const { result: prototype } = await post("Runtime.evaluate", { expression: `${kind}.prototype` });
  const { objects } = await post("Runtime.queryObjects", {
    prototypeObjectId: prototype?.objectId,
    objectGroup: "all",
  });
  const { result, exceptionDetails } = await post("Runtime.callFunctionOn", {
    objectId: objects?.objectId,
    functionDeclaration: `function () { return (${lookAt})(this, ${JSON.stringify(kind)}, ${least}) }`,
    returnByValue: true,
  });
  await post("Runtime.releaseObjectGroup", { objectGroup: "all" });
  if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
  return result?.value ?? [];
}

interface Answer {
  result?: { objectId?: string; value?: Grown[] };
  objects?: { objectId?: string };
  exceptionDetails?: object;
}

/** Runs in the context of the objects, without access to this module. */
const lookAt = `(all, kind, least) => {
  const looks = (globalThis.looksAtCollections ??= new WeakMap());
  // Some only inherit from Map and are none.
  const sizeOf = (each) => { try { return each.size ?? each.length; } catch { return 0; } };
  const found = [];
  for (const each of all) {
    const size = sizeOf(each);
    const before = looks.get(each);
    const grown = before === undefined ? 0 : size - before.size;
    looks.set(each, { size, hasGrown: grown >= least });
    if (grown < least || !before.hasGrown) continue;
    const last = String(kind === "Array" ? each.at(-1) : [...each.keys()].at(-1));
    found.push({ kind, grown, size, last: last.slice(0, 80) });
  }
  return found;
}`;
