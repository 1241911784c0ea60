/** The four built-in openings; their texts are samples for the company to approve before launch. */
export const jobs = [
  {
    title: "Senior Business Developer",
    location: "Lahore, Pakistan",
    experience: "1-2 Years",
    description:
      "You find companies with a problem we can solve, understand it well enough to explain it to an engineer, and stay with the client until the contract is signed.",
    requirements: [
      "Proposals written in clear English",
      "Experience on freelance platforms or in direct outreach",
      "Enough technology to scope a web, mobile or blockchain project",
      "A record of closed deals you can talk about",
    ],
    perksAndBenefits: ["Yearly salary review", "Commission on signed work", "Paid learning days"],
    experienceDetails: ["1-2 years in IT services sales"],
  },
  {
    title: "Associate Software Engineer",
    location: "Lahore, Pakistan",
    experience: "0-6 Months",
    description: "You build features with a senior engineer who reviews every change and explains why.",
    requirements: [
      "One language you know well",
      "HTML, CSS and a JavaScript framework",
      "Git basics",
      "A project you finished",
    ],
    perksAndBenefits: ["Yearly salary review", "A named mentor", "Paid learning days"],
    experienceDetails: ["0-6 months, projects and internships count"],
  },
  {
    title: "Mobile Developer Intern",
    location: "Lahore, Pakistan",
    experience: "Fresh",
    description:
      "You join a mobile team, start with small screens and end with a feature of your own in a released app.",
    requirements: [
      "Basics of React Native, Flutter, Swift or Kotlin",
      "Curiosity about how phones behave offline",
      "Time for a full working week",
    ],
    perksAndBenefits: ["Paid internship", "A named mentor", "A path to a junior role"],
    experienceDetails: ["Fresh, final-year students welcome"],
  },
  {
    title: "UI & UX Designer",
    location: "Lahore, Pakistan",
    experience: "1-2 Years",
    description:
      "You will take a product from an interview to screens that a developer can build without asking. You will work on products like the ones on this site: dashboards, wallets, phone apps and marketing pages, with an engineer at the next desk.",
    requirements: [
      "A portfolio with at least two shipped products",
      "Clear flows and wireframes before colour",
      "Type, grid and contrast you can defend",
      "Working knowledge of HTML and CSS",
    ],
    perksAndBenefits: ["Yearly salary review", "Paid learning days", "A team of designers, not a lone seat"],
    experienceDetails: ["1-2 years in product design", "Agency or software house work counts"],
  },
];
