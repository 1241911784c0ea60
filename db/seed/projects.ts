interface BuiltInProject {
  picture: string;
  title: string;
  description: string;
  technology: string;
  sector: string;
  whatWeDid: string;
  problem: string;
  sketchReason: string;
  decision: string;
  disciplines: string[];
  team: { role: string; count: number }[];
  seam: { rest: number; step: number; mid: number };
  /** Without a layout, the picture is beside the text. */
  detail: { heading: string; description: string; layout?: "full" | "pair" | "close-up" }[];
}

/**
 * The seven built-in case studies, in portfolio order. `picture` is the file name prefix in pictures/; the seam is
 * where drawn and built meet in a 3:2 frame.
 */
export const projects: BuiltInProject[] = [
  {
    picture: "01-learning-token-reward",
    title: "Learning platform with a token reward",
    description:
      "Short lessons, then a quiz. A pass pays out learning tokens; limited attempts keep the reward honest.",
    technology: "React, Node.js, Solidity",
    sector: "Education",
    whatWeDid:
      "We began with the reward, because whatever pays out will be farmed, and tested it by cheating: guessing, repeating, passing answers on, until none of it paid. The rule behind every screen is a teacher’s: the prize goes to the person who learned, not to the one who guesses fastest.",
    problem: "A reward for passing a quiz also pays whoever guesses until it passes.",
    sketchReason:
      "A countdown beside the question. It would have paid the fastest guess, and the prize is meant for the person who learned.",
    decision:
      "No timer. Attempts are limited and counted from the first question, and tokens arrive only after a pass is recorded on chain.",
    disciplines: ["Product design", "Smart contracts", "Web app", "Quality assurance"],
    team: [
      { role: "Product designer", count: 1 },
      { role: "Smart contract engineer", count: 1 },
      { role: "Web engineer", count: 2 },
      { role: "Test engineer", count: 1 },
    ],
    seam: { rest: 26, step: 8, mid: 52 },
    detail: [
      {
        heading: "One question at a time",
        description:
          "A single column, large targets and no timer. The learner reads, chooses and checks. Progress is five short bars, so the end is always in sight.",
      },
      {
        heading: "The reward is visible before the work",
        description:
          "What a pass pays, and how many right answers it takes, stand beside the question before the first one is read.",
      },
      {
        heading: "Limited attempts, explained early",
        description:
          "The list says how many attempts each lesson has left. Running out sends the learner back to the lesson, not to a dead end.",
      },
    ],
  },
  {
    picture: "02-agent-finder",
    title: "Agent finder for education and migration",
    description: "Students and families compare licensed agents, then follow every step of the file to departure.",
    technology: "React, NestJS, PostgreSQL",
    sector: "Education",
    whatWeDid:
      "We followed a file from the first question to the departure and wrote down who waits for whom at each step. The agent now works through a list; the family opens one page and sees what is next, and by when.",
    problem: "Families choose an agent they cannot compare, then wait without knowing where their file is.",
    sketchReason:
      "A filter for every field that an agent can fill in. Country, purpose and licence made it past testing; nothing else did.",
    decision:
      "One record with two sides: the agent updates the file once, and the family sees the same state a moment later.",
    disciplines: ["Service mapping", "Product design", "Web platform"],
    team: [
      { role: "Product designer", count: 2 },
      { role: "Web engineer", count: 2 },
      { role: "Back-end engineer", count: 1 },
    ],
    seam: { rest: 5.8, step: 43.8, mid: 48 },
    detail: [
      {
        heading: "Filters people actually use",
        description:
          "Country, purpose and licence stand above the list, and each row says until when its agent is licensed.",
      },
      {
        heading: "A file that says what is next",
        description: "Five steps, one marked as now, each with a date or a document.",
      },
      {
        heading: "Two sides of one record",
        description: "The agent ticks a step once. Nobody has to write to the family, and nobody at home has to ask.",
      },
    ],
  },
  {
    picture: "03-nft-floor-price",
    title: "NFT floor-price prediction",
    description: "A seven-day forecast for collection floors that shows its range and its own past error.",
    technology: "Python, React, AWS",
    sector: "DeFi",
    whatWeDid:
      "A floor can jump on a single sale, so the work was less in the forecast than in knowing when not to trust it. We scored the model on the weeks behind it, kept the scores, and built a page that never shows a number without its doubt.",
    problem: "A single predicted price looks certain, and the market it predicts is not.",
    sketchReason:
      "One line into next week under one large number. It hid how far the model had been off on that collection before.",
    decision: "Every forecast is a fan of 50% and 80% bands, and every row carries the model’s own past error.",
    disciplines: ["Data pipeline", "Forecast model", "Product design", "Web app"],
    team: [
      { role: "Data engineer", count: 1 },
      { role: "Model engineer", count: 1 },
      { role: "Product designer", count: 1 },
      { role: "Web engineer", count: 1 },
    ],
    seam: { rest: 24, step: 28, mid: 52 },
    detail: [
      {
        heading: "A range, not a promise",
        description: "The forecast is a fan of 50% and 80% bands, with the likely line dotted inside.",
      },
      {
        heading: "Past error in the open",
        description:
          "The table is headed How far off we were, and a collection that the model reads badly says so itself.",
      },
      {
        heading: "One slip to act on",
        description:
          "The likely floor, the odds of a rise and of a fall, and one button: an alert for the price below the forecast.",
      },
    ],
  },
  {
    picture: "04-startup-investor",
    title: "Startup and investor matching",
    description: "Founders and funds state their terms once. The platform shows where they meet, line by line.",
    technology: "Next.js, Node.js, MongoDB",
    sector: "Finance",
    whatWeDid:
      "We cut a questionnaire down to six criteria that each side answers in a line, and let a row be a match, a conversation or a no. A first call now starts at the row that is open, not with a pitch.",
    problem: "Founders and funds state the same terms in different words, so neither sees where they already agree.",
    sketchReason: "One score for the whole match. A founder could not have seen which term stood in the way.",
    decision:
      "Six criteria in one order on both sides, so that every row can be joined, and a row that fails says what would close it.",
    disciplines: ["Product strategy", "Matching rules", "Product design", "Web platform"],
    team: [
      { role: "Product strategist", count: 1 },
      { role: "Product designer", count: 1 },
      { role: "Web engineer", count: 2 },
    ],
    seam: { rest: 43.3, step: 13.2, mid: 52.8 },
    detail: [
      {
        heading: "Two cards, one set of rows",
        description:
          "Stage, sector, region, what each side needs: the founder’s card and the fund’s are read in one order.",
      },
      {
        heading: "The joint in the middle",
        description: "A solid line is a match, a dotted one is a conversation.",
      },
      {
        heading: "No silent rejections",
        description:
          "One row apart is no refusal. The card names the open row and offers ways to close it, such as finding a lead together.",
      },
    ],
  },
  {
    picture: "05-defi-node-nft",
    title: "DeFi node and NFT platform",
    description: "Node licences sold as NFTs, with staking, uptime and payouts on a single screen.",
    technology: "Solidity, Go, React",
    sector: "DeFi",
    whatWeDid:
      "The chain knew the licence, the monitor the uptime, and neither knew the other. We wrote the contracts and the monitor around one number, that of the licence, so an operator sees at a glance which node slept and what each has earned.",
    problem:
      "A node’s licence, its uptime and its payout are three separate things, and an operator needs all three at once.",
    sketchReason:
      "A tab each for licence, uptime and payout. The operator would have had to remember one while reading the next.",
    decision:
      "One dashboard. The NFT that runs a node stands beside it with what it has earned, and the claim is one button.",
    disciplines: ["Smart contracts", "Node monitoring", "Product design"],
    team: [
      { role: "Smart contract engineer", count: 2 },
      { role: "Go engineer", count: 1 },
      { role: "Web engineer", count: 1 },
      { role: "Product designer", count: 1 },
    ],
    seam: { rest: 30.5, step: 12.8, mid: 53.5 },
    detail: [
      {
        heading: "Uptime you can read in a second",
        description: "One square per day and node, four states, restarts in their own colour.",
      },
      {
        heading: "The licence is the key",
        description: "Whoever holds the NFT runs the node. Sell it, and node and payouts go with it.",
      },
      {
        heading: "Payouts without guesswork",
        description: "A clock runs to the next payout. Below it are the button and the payments of the last days.",
      },
    ],
  },
  {
    picture: "06-mental-health",
    title: "Nonprofit mental health platform",
    description: "A private check-in, breathing exercises and a free call with a trained listener, on any phone.",
    technology: "React Native, Firebase",
    sector: "Healthcare",
    whatWeDid:
      "We worked with the programme team on words first and screens second, then built for small phones, weak networks and bad days.",
    problem: "Somebody on a bad day fills in no form, and may hold a small phone on a weak network.",
    sketchReason: "A scale from 0 to 10. A number asks for a judgement; a mood is picked, never scored.",
    decision:
      "Five faces, one circle to breathe with, and a free call as the largest button, one tap from the first screen.",
    disciplines: ["Content design", "Product design", "Mobile app"],
    team: [
      { role: "Content designer", count: 1 },
      { role: "Product designer", count: 1 },
      { role: "Mobile engineer", count: 2 },
    ],
    seam: { rest: 14.6, step: 26.4, mid: 52.3 },
    detail: [
      {
        heading: "Five faces, no scale",
        description: "One tap says how heavy today is. A word may follow, and nobody has to find one.",
      },
      {
        heading: "Help is the largest button",
        description:
          "To start a call is the only large thing on its card. Writing and being called back are there too, smaller.",
      },
      {
        heading: "Breathing without a lesson",
        description: "One circle, three numbers, three rounds.",
      },
    ],
  },
  {
    picture: "07-nft-marketplace",
    title: "NFT marketplace",
    description: "Artists mint, list and auction their work, and keep a royalty on every later sale.",
    technology: "Solidity, IPFS, Next.js",
    sector: "E-Commerce",
    whatWeDid:
      "A royalty that a website pays ends with the website. Here the contracts pay it, and the pictures are in storage that no single company can switch off. The gallery came last, and each round took something off it, until only the work hung there.",
    problem: "Badges, bids and prices stand on the very work that people came to see.",
    sketchReason:
      "Everything over the picture: badge, bid, timer, price. The gallery was to stay out of the way of the art.",
    decision:
      "White walls and the price below the work. The artist’s share is stated on the lot and paid by the contract.",
    disciplines: ["Smart contracts", "Distributed storage", "Product design", "Web app"],
    team: [
      { role: "Smart contract engineer", count: 2 },
      { role: "Web engineer", count: 2 },
      { role: "Product designer", count: 1 },
    ],
    seam: { rest: 24.4, step: 42.2, mid: 63 },
    detail: [
      {
        heading: "Art first",
        description: "A picture fills its frame. Name and price wait below it, in the size of a caption.",
      },
      { heading: "An auction you can follow", description: "Highest bid, time left and one action." },
      {
        heading: "Royalties in the contract",
        description: "When a work is sold again, its artist is paid in the same block, and the receipt says how much.",
      },
    ],
  },
];
