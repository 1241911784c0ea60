import type { AnyDb } from "../dialect.ts";

/** The former text of each built-in review, and the one that took its place. */
const texts = [
  [
    "They told us in the first week which half of our plan to drop. The half we kept shipped on the promised date.",
    "In the first week they told us to drop half of our plan. I argued for a month, and I was wrong. The half we kept went live on the day that the schools had in their calendars.",
  ],
  [
    "Three meetings a week sounded like a lot. It meant that nothing about the release surprised us.",
    "No surprises. In crypto that is rare.",
  ],
  [
    "We hired one developer for a gap of six weeks. Our own team still asks for that developer by name.",
    "We needed one developer for six weeks. The pull requests were smaller than ours, and by the third week ours had shrunk too.",
  ],
  [
    "The test report arrived before the invoice, every single time.",
    "Every Friday came a list of what works now, in words that I could read out to the nurses.",
  ],
  [
    "Our listeners are volunteers, not technical people. They learned the platform in one evening.",
    "Most of our listeners are past sixty, and all of them are volunteers. They tried it for one evening, over tea. The next morning the first call came in, and nobody rang me.",
  ],
] as const;

/** The built-in reviews differ in length and tone, where no editor has saved them (version 1). */
export async function up(db: AnyDb): Promise<void> {
  for (const [former, feedback] of texts)
    await db
      .updateTable("review")
      .set({ feedback })
      .where("version", "=", 1)
      .where("is_sample", "=", 1)
      .where("feedback", "=", former)
      .execute();
}
