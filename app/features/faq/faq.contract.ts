import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { filled, listQuery, managed, removed, text, textList } from "#app/shared/shape.ts";

const fields = {
  question: filled("Question"),
  answer: filled("Answer", limits.longText),
  bullets: textList("Bullets"),
};

export const faq = z.object({ slug: z.string(), ...fields, answer: text("Answer"), ...managed });
export type Faq = z.infer<typeof faq>;

export const faqInput = z.object({
  ...fields,
  bullets: fields.bullets.default([]),
  published: z.boolean().default(true),
});
export type FaqInput = z.infer<typeof faqInput>;

/** An update replaces the keys that are present and leaves the others alone (spec/reading). */
export const faqChange = z.object({ ...fields, published: z.boolean() }).partial();
export type FaqChange = z.infer<typeof faqChange>;

export const faqApi = {
  list: endpoint({
    method: "GET",
    path: "/faq/get-all",
    summary: "All questions, in the editors' order",
    query: listQuery,
    reply: z.array(faq),
    list: true,
  }),
  view: endpoint({ method: "GET", path: "/faq/:slug", summary: "One question", reply: faq }),
  create: endpoint({
    method: "POST",
    path: "/faq/add",
    summary: "Add a question",
    body: faqInput,
    reply: faq,
    status: 201,
    failures: ["conflict"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/faq/edit/:slug",
    summary: "Change a question",
    body: faqChange,
    reply: faq,
    versioned: true,
    failures: ["conflict"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/faq/:slug",
    summary: "Move a question to the trash",
    reply: removed,
    failures: ["conflict"],
  }),
};
export type FaqApi = typeof faqApi;
