import { z } from "zod";
import { endpoint } from "#app/shared/endpoint.ts";
import { limits } from "#app/shared/limits.ts";
import { filled, listQuery, managed, removed, text, textList } from "#app/shared/shape.ts";

const fields = {
  title: filled("Job title"),
  location: text("Location", limits.title),
  experience: text("Experience", limits.title),
  description: text("Description"),
  requirements: textList("Requirements"),
  perksAndBenefits: textList("Perks and benefits"),
  experienceDetails: textList("Experience details"),
};

/** A stored job; the career opening of the specification is drawn from it: jobTitle = title, jobExperience = experience, its `experience` list = experienceDetails. */
export const job = z.object({ slug: z.string(), ...fields, ...managed });
export type Job = z.infer<typeof job>;

export const jobInput = z.object({
  title: fields.title,
  location: fields.location.default(""),
  experience: fields.experience.default(""),
  description: fields.description.default(""),
  requirements: fields.requirements.default([]),
  perksAndBenefits: fields.perksAndBenefits.default([]),
  experienceDetails: fields.experienceDetails.default([]),
  published: z.boolean().default(true),
});
export type JobInput = z.infer<typeof jobInput>;

export const jobChange = z.object({ ...fields, published: z.boolean() }).partial();
export type JobChange = z.infer<typeof jobChange>;

export const jobApi = {
  list: endpoint({
    method: "GET",
    path: "/job/get-all",
    summary: "All jobs, in the editors' order",
    query: listQuery,
    reply: z.array(job),
    list: true,
  }),
  view: endpoint({ method: "GET", path: "/job/:slug", summary: "One job", reply: job }),
  create: endpoint({
    method: "POST",
    path: "/job/add",
    summary: "Add a job",
    body: jobInput,
    reply: job,
    status: 201,
    failures: ["conflict"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/job/:slug",
    summary: "Change a job",
    body: jobChange,
    reply: job,
    versioned: true,
    failures: ["conflict"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/job/:slug",
    summary: "Move a job to the trash",
    reply: removed,
    failures: ["conflict"],
  }),
};
export type JobApi = typeof jobApi;
