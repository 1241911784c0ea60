import { parseArgs } from "node:util";
import { drill, missedDrillGoals } from "./drill.ts";

// `npm run drill`: what visitors, staff and the operator see of everything that can happen to several instances on
// PostgreSQL.

const { values } = parseArgs({
  options: {
    instances: { type: "string", default: "3" },
    senders: { type: "string", default: "8" },
    readers: { type: "string", default: "8" },
    /** How long each state lasts, in ms. */
    state: { type: "string", default: "6000" },
    leads: { type: "string", default: "500" },
  },
});

const figures = await drill({
  instances: Number(values.instances),
  senders: Number(values.senders),
  readers: Number(values.readers),
  stateMs: Number(values.state),
  say: (line) => console.log(line),
});
console.log(JSON.stringify(figures, null, 2));
const missed = missedDrillGoals(figures, Number(values.leads));
for (const each of missed) console.log(`MISSED: ${each}`);
if (missed.length === 0)
  console.log("Every acknowledged lead was stored once and announced, and every instance ended in time.");
process.exitCode = missed.length === 0 ? 0 : 1;
