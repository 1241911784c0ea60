import { writeContent } from "#app/platform/content.server.ts";
import { route } from "#app/platform/http.server.ts";
import { type ManagedTable, orderManaged } from "#app/platform/managed.repository.server.ts";
import { AppError } from "#app/shared/app-error.ts";
import { orderApi } from "./order.contract.ts";

const nouns: ManagedTable[] = ["project", "job", "faq", "review"];

export const orderRoutes = [
  route(orderApi.update, async ({ deps, params, body }) => {
    const table = nouns.find((noun) => noun === params.noun);
    if (!table) throw new AppError("not_found", `Only ${nouns.join(", ")} have an order.`);
    await writeContent(deps, (db) => orderManaged(db, table, body.slugs));
    return { data: body };
  }),
];
