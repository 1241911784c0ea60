import { CamelCasePlugin, type KyselyPlugin } from "kysely";

/** Name mapping of every connection: camelCase in the program, snake_case in the database. */
export const plugins: KyselyPlugin[] = [new CamelCasePlugin()];
