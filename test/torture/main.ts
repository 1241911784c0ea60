import { parseArgs } from "node:util";
import { torture } from "./torture.ts";

// `npm run torture`: the long run, with the figures of the promise "a lead is kept exactly once".

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    senders: { type: "string", default: "16" },
    life: { type: "string", default: "3000" },
    database: { type: "string", default: "sqlite,postgres" },
  },
});

let isGood = true;
for (const database of values.database.split(",") as ("sqlite" | "postgres")[]) {
  const figures = await torture({
    database,
    kills: Number(values.kills),
    senders: Number(values.senders),
    longestLifeMs: Number(values.life),
    moods: ["refuse", "drop", "takeAndDrop", "hang", "down"],
    say: (line) => console.log(`${database}  ${line}`),
  });
  console.log(JSON.stringify({ database, ...figures }, null, 2));
  isGood &&= figures.lost + figures.doubled + figures.unnotified + figures.mailsDoubled + figures.wrong.length === 0;
}
console.log(
  isGood ? "Every acknowledged lead was stored once and announced." : "A lead was lost, doubled or not announced.",
);
process.exitCode = isGood ? 0 : 1;
