import { CamelCasePlugin, type KyselyPlugin } from "kysely";

/** How every connection spells names: camelCase in the program, snake_case in the database. */
export const plugins: KyselyPlugin[] = [new CamelCasePlugin()];
