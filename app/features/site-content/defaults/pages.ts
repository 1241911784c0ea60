import { alt, focalPoint, heading, image, line, list, text } from "./site-text.ts";

/** `{count}` and `{Count}` become the number of entries in words; `{name}` becomes the company's name. */

export const portfolio = {
  heading: heading("{Count} products that / began as a [sketch]"),
  headingOne: heading("One product that / began as a [sketch]"),
  headingNone: heading("Products that / began as a [sketch]"),
  lead: text("Learning, migration, markets, mental health. Every one is shown as it was drawn and as it was built."),
  leadHover: text("Hover a picture, or focus it, to see the finished screen in full."),
  leadTap: text("Tap a picture to see the finished screen in full."),
  empty: text(
    "No projects are shown here at the moment. Tell us about yours, and we will show you work that is close to it.",
  ),
  filters: { label: line("Filter the projects", { label: "Name of the filters" }), all: line("All") },
  index: {
    heading: line("At a glance"),
    place: line("Number", { label: "Column of numbers" }),
    project: line("Project", { label: "Column of projects" }),
    sector: line("Sector", { label: "Column of sectors" }),
    year: line("Year", { label: "Column of years" }),
    technology: line("Technology", { label: "Column of technology" }),
  },
};

export const details = {
  did: line("What we did", { label: "Heading of the work done" }),
  drawn: line("Drawn"),
  built: line("Built"),
  next: line("Next project"),
  client: line("Client"),
  sector: line("Sector"),
  year: line("Year"),
  weeks: line("Weeks"),
  live: line("Live", { label: "Label of the live link" }),
  problem: line("The problem"),
  sketch: line("Rejected", { label: "Heading of the rejected sketch" }),
  decision: line("The decision"),
  team: line("The team"),
  people: line("{Count} people", { label: "How many worked on it" }),
  onePerson: line("One person", { label: "The same for one" }),
  outcomes: line("What came of it", { label: "Heading of the outcome figures" }),
  source: line("Source", { label: "In front of a figure’s source" }),
  clientWords: line("In the client’s words"),
};

export const about = {
  heading: heading("One company, from / question to [release]"),
  lead: text(
    "{name} is Urdu for joining things so that they hold. We are designers, engineers and testers in Lahore who take an idea from the first line to the release, and look after it when it is out in the world.",
  ),
  img: image("/pictures/04-startup-investor-built.webp", { label: "Picture", minWidth: 1_920 }),
  imgText: alt("Startup and investor cards joined line by line"),
  imgFocus: focalPoint([{ label: "About Us", ratio: 21 / 8, usual: "0% 14.5%" }]),
  drawnImg: image("/art/drawings/04-startup-investor-drawn.svg", { label: "Drawn picture" }),
  valuesHeading: heading("What you can / hold us to"),
  values: list(
    "Value",
    [
      {
        title: "Commitment",
        text: "We stay until it works for the people who use it. Whoever designs your product is on the call when it goes live.",
      },
      {
        title: "Consistency",
        text: "The same team, the same rhythm, the same standard of finish on the screen nobody demos.",
      },
      {
        title: "Transparency",
        text: "At least three meetings a week, an open board and honest estimates, including the ones you will not like.",
      },
    ],
    ({ title, text: words }) => ({ title: line(title), text: text(words) }),
  ),
  teamHeading: heading("Our [team]"),
  teamLead: text("Designers, engineers and testers who work side by side."),
  /** In place of Home's words below the same figures. */
  figures: {
    experience: line("years of building for others", { label: "Below the years" }),
    clients: line("clients along the way", { label: "Below the clients" }),
    projects: line("projects brought to their release", { label: "Below the projects" }),
  },
  modelsHeading: heading("How we can / work together"),
  /** When each model fits, in the order of `engagement.models`; what each is stands on Home. */
  models: list(
    "Model",
    [
      "When the product is large, and its next version is always due.",
      "When your team works well and is one person short.",
      "When you know what should exist, and have nobody to build it.",
      "When every release breaks something that worked.",
      "When the software runs and its makers have moved on.",
      "When a release costs you a weekend: run by dedicated teams or as fixed price projects.",
    ],
    (words) => ({ text: text(words, { label: "When it fits" }) }),
  ),
  processHeading: heading("How a project runs"),
  process: list(
    "Step",
    [
      {
        title: "Question",
        weeks: "One week",
        text: "You say what should exist. We ask until both sides mean the same thing. You get a brief of one page.",
      },
      {
        title: "Design",
        weeks: "Two to four weeks",
        text: "Screens and flows first, so that what is wrong is found while it costs an hour. You get an outline to click through.",
      },
      {
        title: "Plan",
        weeks: "One week",
        text: "What comes first, what it takes, and what may still change. You get a scope and a price.",
      },
      {
        title: "Building",
        weeks: "Six weeks and up",
        text: "In steps, each tested before the next begins. You get a version to open and try after each.",
      },
      {
        title: "Release",
        weeks: "One week",
        text: "Into your hands or into ours to run. You get the code, the accounts and the documents.",
      },
      {
        title: "Support",
        weeks: "As long as it runs",
        text: "What runs is watched, repaired and built on. You get somebody who answers.",
      },
    ],
    ({ title, weeks, text: words }) => ({
      title: line(title),
      weeks: line(weeks, { label: "How long it takes: a sample, shown unless it is empty", optional: true }),
      text: text(words),
    }),
  ),
  termsHeading: heading("Before you sign"),
  terms: list(
    "Answer",
    [
      "Who owns the code?",
      "Do you sign an NDA?",
      "When do we hear from you?",
      "What is the smallest engagement?",
      "How do you keep our data safe?",
      "Which hours do we share?",
      "What happens when a date slips?",
    ],
    (question) => ({ question: line(question), answer: text("", { label: "Answer, shown once it is filled in" }) }),
  ),
  faqHeading: heading("Questions we / are asked"),
  faqLead: text("Yours is not here? Send it with a line about the project."),
};

export const career = {
  heading: heading("Build things that / people [use]"),
  lead: text(
    "{Count} open roles in our Lahore office. Every one works next to the people who design, build and test the product.",
  ),
  leadOne: text("One open role in our Lahore office, next to the people who design, build and test the product."),
  leadNone: text("No open roles today; write to us all the same."),
  apply: line("Write to"),
  closes: line("by"),
  closing: line("Apply by", { label: "Label of the closing date" }),
  description: line("Job Description"),
  requirements: line("Requirements"),
  perks: line("Perks and Benefits"),
  experience: line("Experience"),
  pay: line("Pay"),
  hours: line("Hours"),
  place: line("Place"),
  hiring: line("How hiring goes"),
  peopleHeading: heading("Who you would / work with"),
  othersHeading: heading("Other openings"),
};

export const footer = {
  heading: heading("News when we / finish something"),
  lead: text("Case studies and open roles, a few times a year. Leave with one click."),
  pages: line("Pages"),
  follow: line("Follow"),
  hours: line("Hours"),
  zone: line("In {zone}", { label: "Time zone of the hours", optional: true }),
  office: line("Office"),
  rights: line("All rights reserved."),
  privacy: line("Privacy"),
  measures: line("Show the measures", { label: "Switch that shows the page’s measures" }),
};

export const quotePanel = {
  heading: line("Get a Quote"),
  lead: text("Rough is fine. We ask about the rest."),
  /**
   * Shown in place of the form once it is sent, here and in the contact section. States no response times: the company
   * may add them.
   */
  sent: {
    sentHeading: line("What happens next", { label: "Heading when it was sent" }),
    steps: list(
      "Step",
      [
        "Somebody who builds reads it.",
        "We answer with questions first.",
        "Then you get a scope and a price. Nothing is begun before you say yes.",
      ],
      (words) => ({ text: text(words) }),
    ),
    ownWords: line("What you wrote", { label: "Above the visitor’s own words" }),
    again: line("Write another message", { label: "Button for another message" }),
  },
};

export const notFound = {
  heading: heading("This page was drawn, / but never built"),
  text: text("The address may have changed, or it was only ever an idea. Start again from the home page."),
};

export const gone = {
  heading: heading("This one has left / the [workshop]"),
  text: text("We no longer show it."),
};

export const pageTitles = {
  home: {
    title: line("{name} | {tagline}"),
    description: text(
      "Software and blockchain agency in Lahore: enterprise software, decentralised apps and mobile products, drawn with you and then built.",
    ),
  },
  portfolio: {
    title: line("Portfolio | {name}"),
    description: text("What we built, shown as it was drawn and as it was built."),
  },
  about: {
    title: line("About Us | {name}"),
    description: text("One company for the drawing and the building: who we are, how we work, what we are asked."),
  },
  career: {
    title: line("Career | {name}"),
    description: text("Open roles in Lahore, next to the people who design, build and test the product."),
  },
  privacy: {
    title: line("Privacy | {name}"),
    description: text("What we keep of our visitors, and for how long: as little as the work needs."),
  },
  notFound: { title: line("Page not found | {name}"), description: text("There is no page at this address.") },
};
