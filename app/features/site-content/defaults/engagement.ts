import { line, list, text } from "./site-text.ts";

/** Six ways to work together, on the home and about pages. `picture` names the squad diagram. */
export const engagement = {
  models: list(
    "Model",
    [
      {
        title: "Dedicated team",
        text: "A whole team that works on your product alone, led by one of ours and planned with yours.",
        picture: "dedicated-team",
      },
      {
        title: "Hire a developer",
        text: "One developer joins your team, your tools and your stand-ups for as long as you need.",
        picture: "hire-a-developer",
      },
      {
        title: "Project ownership",
        text: "You bring the idea and the decisions. We own the plan, the build and the release, at a fixed price.",
        picture: "project-ownership",
      },
      {
        title: "Quality assurance",
        text: "Testers who read the specification first, then break the build before your users can.",
        picture: "quality-assurance",
      },
      {
        title: "Support and maintenance",
        text: "We keep released software patched, watched and answered, including software we did not write.",
        picture: "support-and-maintenance",
      },
      {
        title: "DevOps",
        text: "Pipelines, environments and monitoring, so that every merge can reach production safely, run by dedicated teams or as fixed price projects.",
        picture: "devops",
      },
    ],
    ({ title, text: words, picture }) => ({ title: line(title), text: text(words), picture }),
  ),
  /** Legend for the outlined and solid squares of the diagrams. */
  key: { client: line("Your people"), ours: line("Ours") },
};
