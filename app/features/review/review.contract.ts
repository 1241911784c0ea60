import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { filled, image, listQuery, managed, removed, text } from "#app/shared/shape.ts";

const fields = {
  fullName: filled("Full name", limits.name),
  company: text("Company", limits.title),
  feedback: filled("Feedback", limits.longText),
  profileImage: image("Profile image"),
};

/** A review is the testimonial of the specification: name = fullName, rank = company, para = feedback, img = profileImage. */
export const review = z.object({ slug: z.string(), ...fields, ...managed, isSample: z.boolean() });
export type Review = z.infer<typeof review>;

export const reviewInput = z.object({
  fullName: fields.fullName,
  feedback: fields.feedback,
  company: fields.company.default(""),
  profileImage: fields.profileImage.default(""),
  published: z.boolean().default(true),
});
export type ReviewInput = z.infer<typeof reviewInput>;

export const reviewChange = z.object({ ...fields, published: z.boolean() }).partial();
export type ReviewChange = z.infer<typeof reviewChange>;

export const reviewApi = {
  list: endpoint({
    method: "GET",
    path: "/review/get-all",
    summary: "All reviews, in the editors' order",
    query: listQuery,
    reply: z.array(review),
    list: true,
  }),
  view: endpoint({ method: "GET", path: "/review/:slug", summary: "One review", reply: review }),
  create: endpoint({
    method: "POST",
    path: "/review/add",
    summary: "Add a review",
    body: reviewInput,
    reply: review,
    status: 201,
    failures: ["conflict"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/review/edit/:slug",
    summary: "Change a review",
    body: reviewChange,
    reply: review,
    versioned: true,
    failures: ["conflict"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/review/:slug",
    summary: "Move a review to the trash",
    reply: removed,
    failures: ["conflict"],
  }),
};
export type ReviewApi = typeof reviewApi;
