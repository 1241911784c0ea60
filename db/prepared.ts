import type { Compilable, CompiledQuery } from "kysely";
import type { Db } from "./schema.ts";

/** Stands for a value that comes with each run. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A statement's texts, one for each database that it was built for. */
type Texts = WeakMap<object, CompiledQuery>;

/**
 * A statement of the way that every lead takes: its text is built once, since building it takes longer than running it.
 * `build` gets a stand-in for each value; the values come with each run, in their column's type.
 */
export function prepared<V extends object, R>(build: (db: Db, values: V) => Compilable<R>) {
  const texts: Texts = new WeakMap();
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as V;
  return async (db: Db, values: V): Promise<R[]> => {
    const executor = db.getExecutor().adapter;
    const known = texts.get(executor) ?? build(db, slots).compile();
    texts.set(executor, known);
    const parameters = known.parameters.map((value) => (value instanceof Slot ? values[value.name as keyof V] : value));
    return (await db.executeQuery({ ...known, parameters } as CompiledQuery<R>)).rows;
  };
}
