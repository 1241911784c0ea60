import type { AnyDb } from "../dialect.ts";

/** What was done in the built-in cases, and what their sections say: before, and since. */
const whatWeDid = [
  [
    "We designed the lesson and quiz flow, wrote the token contract, built the web app and tested the reward until it could not be farmed. The rule behind every screen is the same one a teacher uses: the prize goes to the person who learned, not the person who guessed fastest.",
    "We began with the reward, because whatever pays out will be farmed, and tested it by cheating: guessing, repeating, passing answers on, until none of it paid. The rule behind every screen is a teacher’s: the prize goes to the person who learned, not to the one who guesses fastest.",
  ],
  [
    "We mapped the journey from first question to departure, designed the search and the file tracker, and built both for agents and families at once.",
    "We followed a file from the first question to the departure and wrote down who waits for whom at each step. The agent now works through a list; the family opens one page and sees what is next, and by when.",
  ],
  [
    "We built the data pipeline and the forecast model, then designed a page that never shows a number without its doubt.",
    "A floor can jump on a single sale, so the work was less in the forecast than in knowing when not to trust it. We scored the model on the weeks behind it, kept the scores, and built a page that never shows a number without its doubt.",
  ],
  [
    "We turned a questionnaire into six criteria on each side, wrote the matching rules and designed a page where agreement is a line you can see.",
    "We cut a questionnaire down to six criteria that each side answers in a line, and let a row be a match, a conversation or a no. A first call now starts at the row that is open, not with a pitch.",
  ],
  [
    "We wrote the licence and staking contracts, built the node monitor and joined them in one dashboard for operators.",
    "The chain knew the licence, the monitor the uptime, and neither knew the other. We wrote the contracts and the monitor around one number, that of the licence, so an operator sees at a glance which node slept and what each has earned.",
  ],
  [
    "We wrote the mint, auction and royalty contracts, moved media to distributed storage and designed a gallery that stays out of the way of the art.",
    "A royalty that a website pays ends with the website. Here the contracts pay it, and the pictures are in storage that no single company can switch off. The gallery came last, and each round took something off it, until only the work hung there.",
  ],
] as const;
const sections = [
  [
    "Balance, prize and pass mark sit beside the question. Tokens arrive only after a pass is recorded on chain.",
    "What a pass pays, and how many right answers it takes, stand beside the question before the first one is read.",
  ],
  [
    "Attempts are counted and shown from the first question. Running out sends the learner back to the lesson, not to a dead end.",
    "The list says how many attempts each lesson has left. Running out sends the learner back to the lesson, not to a dead end.",
  ],
  [
    "Country, purpose and licence. Nothing else made it past testing.",
    "Country, purpose and licence stand above the list, and each row says until when its agent is licensed.",
  ],
  [
    "Agents update the file once; the family sees the same state a moment later.",
    "The agent ticks a step once. Nobody has to write to the family, and nobody at home has to ask.",
  ],
  [
    "Every row carries the model’s own error on that collection.",
    "The table is headed How far off we were, and a collection that the model reads badly says so itself.",
  ],
  [
    "The rise and fall odds fit on one card.",
    "The likely floor, the odds of a rise and of a fall, and one button: an alert for the price below the forecast.",
  ],
  [
    "Both sides answer in the same order, so every row can be joined.",
    "Stage, sector, region, what each side needs: the founder’s card and the fund’s are read in one order.",
  ],
  [
    "When a row fails, the page proposes what would close it.",
    "One row apart is no refusal. The card names the open row and offers ways to close it, such as finding a lead together.",
  ],
  [
    "The NFT that runs a node is shown beside it, with what it has earned.",
    "Whoever holds the NFT runs the node. Sell it, and node and payouts go with it.",
  ],
  [
    "The next payout counts down; the claim is one button.",
    "A clock runs to the next payout. Below it are the button and the payments of the last days.",
  ],
  [
    "A mood is picked, never scored.",
    "One tap says how heavy today is. A word may follow, and nobody has to find one.",
  ],
  [
    "A free call is one tap from the first screen.",
    "To start a call is the only large thing on its card. Writing and being called back are there too, smaller.",
  ],
  [
    "White walls, no badges on the work, prices below it.",
    "A picture fills its frame. Name and price wait below it, in the size of a caption.",
  ],
  [
    "The artist’s share is stated on the lot and paid by the contract.",
    "When a work is sold again, its artist is paid in the same block, and the receipt says how much.",
  ],
] as const;

/**
 * Built-in cases that no editor has saved (version 1) get the texts of new sites. About got words of its own for what
 * it shares with Home, and durations for the steps of a project: where an editor has changed Home's words, they stay on
 * About too, and beside steps that an editor has changed there is no duration of ours.
 */
export async function up(db: AnyDb): Promise<void> {
  const untouched = db.selectFrom("project").select("id").where("version", "=", 1).where("is_sample", "=", 1);
  for (const [before, what_we_did] of whatWeDid)
    await db
      .updateTable("project")
      .set({ what_we_did })
      .where("id", "in", untouched)
      .where("what_we_did", "=", before)
      .execute();
  for (const [before, description] of sections)
    await db
      .updateTable("project_detail")
      .set({ description })
      .where("project_id", "in", untouched)
      .where("description", "=", before)
      .execute();

  const edited = await db.selectFrom("site_content").select(["path", "value"]).execute();
  for (const { path, value } of edited) {
    const about = path
      .replace(/^engagement[.](models[.]\d[.]text)$/, "about.$1")
      .replace(/^(figures[.]\w+)[.]label$/, "about.$1");
    if (about !== path) await write(db, about, value, path);
  }
  const step = edited.find(({ path }) => path.startsWith("about.process."));
  if (step) for (const place of [0, 1, 2, 3, 4, 5]) await write(db, `about.process.${place}.weeks`, '""', step.path);
}

/** As saved when and by whom `like` was. */
async function write(db: AnyDb, path: string, value: string, like: string): Promise<void> {
  const text = await db.selectFrom("site_content").selectAll().where("path", "=", like).executeTakeFirstOrThrow();
  await db
    .insertInto("site_content")
    .values({ ...text, path, value, version: 1 })
    .execute();
  const state = await db
    .selectFrom("change")
    .selectAll()
    .where("noun", "=", "site")
    .where("slug", "=", like)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!state) return;
  const { id, ...saved } = state;
  const data = JSON.stringify({ value: JSON.parse(value) });
  await db
    .insertInto("change")
    .values({ ...saved, slug: path, version: 1, action: "create", data })
    .execute();
}
