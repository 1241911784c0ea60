import type { Compilable, CompiledQuery } from "kysely";
import type { Db } from "./schema.ts";

/** Placeholder for a value that is supplied with each run. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The compiled SQL of a statement, one for each database it was built for. */
type Texts = WeakMap<object, CompiledQuery>;

/**
 * A statement on the path of every lead: compiled once, since compiling takes longer than running it. `build` gets a
 * placeholder for each value; the values are supplied with each run, in their column's type.
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
