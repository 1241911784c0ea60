/** `{count}` and `{Count}` become the number of entries, in words; `{name}` the company's name. */

export const portfolio = {
  heading: "{Count} products that / began as a [sketch]",
  headingOne: "One product that / began as a [sketch]",
  headingNone: "Products that / began as a [sketch]",
  lead: "Learning, migration, markets, mental health. Every one is shown as it was drawn and as it was built.",
  leadHover: "Hover a picture, or focus it, to see the finished screen in full.",
  leadTap: "Tap a picture to see the finished screen in full.",
  empty:
    "No projects are shown here at the moment. Tell us about yours, and we will show you work that is close to it.",
};

export const details = {
  did: "What we did",
  drawn: "Drawn",
  built: "Built",
  next: "Next project",
};

export const about = {
  heading: "One company for the [drawing] / and the building",
  lead: "{name} is Urdu for joining things so that they hold. We are designers, engineers and testers in Lahore who take an idea from the first line to the release, and look after it when it is out in the world.",
  img: "/pictures/04-startup-investor-built.webp",
  drawnImg: "/pictures/04-startup-investor-drawn.webp",
  imgText: "Startup and investor cards joined line by line",
  valuesHeading: "Three things we hold to",
  values: [
    {
      title: "Commitment",
      text: "We sign up for the result, not the hours. The people who draw your product are on the call when it goes live.",
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
  modelsHeading: "How we can / work together",
  faqHeading: "Questions we / are asked",
  faqLead: "Yours is not here? Send it with a line about the project.",
};

export const career = {
  heading: "Draw it in the morning, / ship it by [Friday]",
  lead: "{Count} open roles in our Lahore office. Every one works next to the people who design, build and test the product.",
  leadOne: "One open role in our Lahore office, next to the people who design, build and test the product.",
  leadNone: "No open roles today; write to us all the same.",
  apply: "Write to",
  description: "Job Description",
  requirements: "Requirements",
  perks: "Perks and Benefits",
  experience: "Experience",
};

export const footer = {
  heading: "News when we / finish something",
  lead: "Case studies and open roles, a few times a year. Leave with one click.",
  pages: "Pages",
  follow: "Follow",
  hours: "Hours",
  office: "Office",
  rights: "All rights reserved.",
  privacy: "Privacy",
};

export const quotePanel = {
  heading: "Get a Quote",
  lead: "Describe it roughly. We draw it properly.",
};

export const notFound = {
  heading: "This page was drawn, / but never built",
  text: "The address may have changed, or it was only ever an idea. Start again from the home page.",
};

export const gone = {
  heading: "This one has left / the [workshop]",
  text: "We no longer show it.",
};

export const pageTitles = {
  home: {
    title: "{name} | {tagline}",
    description:
      "Software and blockchain agency in Lahore: enterprise software, decentralised apps and mobile products, drawn with you and then built.",
  },
  portfolio: { title: "Portfolio | {name}", description: "What we built, shown as it was drawn and as it was built." },
  about: {
    title: "About Us | {name}",
    description: "One company for the drawing and the building: who we are, how we work, what we are asked.",
  },
  career: {
    title: "Career | {name}",
    description: "Open roles in Lahore, next to the people who design, build and test the product.",
  },
  privacy: {
    title: "Privacy | {name}",
    description: "What we keep of our visitors, and for how long: as little as the work needs.",
  },
  notFound: { title: "Page not found | {name}", description: "There is no page at this address." },
};
