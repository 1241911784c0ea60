/** The six built-in questions. */
export const faqs = [
  {
    question: "Do you work on projects beyond web3?",
    answer:
      "Yes. Web3 is one of the things we do. We also build enterprise software, web and mobile apps, cloud platforms and the design work behind them.",
    bullets: [
      "Enterprise portals and internal tools",
      "Mobile products for iOS and Android",
      "Cloud migration, DevOps and support",
    ],
  },
  {
    question: "Which industries do you serve?",
    answer: "Most of our work is in six.",
    bullets: ["DeFi", "Education", "Healthcare", "Hospitality", "E-Commerce", "Real Estate"],
  },
  {
    question: "Which technology services do you offer?",
    answer: "From first sketch to support.",
    bullets: [
      "Web, mobile and dApp development",
      "Blockchain and smart contracts",
      "UI and UX design",
      "Cloud and DevOps",
      "Quality assurance",
      "Consulting and staff augmentation",
      "Support and maintenance",
    ],
  },
  {
    question: "I have an idea. How do I start?",
    answer:
      "Send a paragraph through Get a Quote. We answer with questions, then with a scope, an order of work and a price. You decide after that.",
    bullets: [],
  },
  {
    question: "How do you make sure deadlines are met?",
    answer:
      "We cut the work into small dated milestones, test each one as it is built, and tell you the day a date is at risk, not the day it passes.",
    bullets: [],
  },
  {
    question: "How can I track progress?",
    answer:
      "You meet the team at least three meetings a week, and you see the same board and the same test builds that we do.",
    bullets: [],
  },
];
