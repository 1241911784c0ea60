import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";

const slugs = z.array(z.string().max(300)).max(10_000);

export const orderApi = {
  update: endpoint({
    method: "PUT",
    path: "/order/:noun",
    summary: "Put all projects, jobs, questions (faq) or reviews in this order; those not named follow",
    body: z.object({ slugs }),
    reply: z.object({ slugs }),
  }),
};
export type OrderApi = typeof orderApi;
