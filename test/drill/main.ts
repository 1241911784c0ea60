import { parseArgs } from "node:util";
import { drill, missedDrillGoals } from "./drill.ts";
import { buildFormer, NoFormerBuild } from "./former-build.ts";
import { missedRollOutGoals, rollOut } from "./roll-out.ts";

// `npm run drill`: what visitors, staff and the operator see of everything that can happen to several instances on
// PostgreSQL, and of a roll-out.

const { values } = parseArgs({
  options: {
    instances: { type: "string", default: "3" },
    senders: { type: "string", default: "8" },
    readers: { type: "string", default: "8" },
    /** How long each state lasts, in ms. */
    state: { type: "string", default: "6000" },
    leads: { type: "string", default: "500" },
    /** Only the roll-out. */
    "roll-out": { type: "boolean", default: false },
  },
});

const plan = {
  senders: Number(values.senders),
  readers: Number(values.readers),
  stateMs: Number(values.state),
  say: (line: string) => console.log(line),
};
const missed = [...(values["roll-out"] ? [] : await faults()), ...(await rollOutFromFormer())];
for (const each of missed) console.log(`MISSED: ${each}`);
if (missed.length === 0)
  console.log("Every acknowledged lead was stored once and announced, and every instance ended in time.");
process.exitCode = missed.length === 0 ? 0 : 1;

async function faults(): Promise<string[]> {
  const figures = await drill({ ...plan, instances: Number(values.instances), idleMs: 20_000 });
  console.log(JSON.stringify(figures, null, 2));
  return missedDrillGoals(figures, Number(values.leads));
}

async function rollOutFromFormer(): Promise<string[]> {
  try {
    const former = await buildFormer();
    console.log(`Roll-out: from the commit ${former.commit}, whose newest migration is ${former.migration}.`);
    const figures = await rollOut(former, plan).finally(() => former.remove());
    console.log(JSON.stringify(figures, null, 2));
    return missedRollOutGoals(figures);
  } catch (error) {
    if (!(error instanceof NoFormerBuild)) throw error;
    console.log(`NOT DONE: two builds side by side. ${error.message}`);
    return [];
  }
}
