import { alt, focalPoint, heading, image, line, list, text } from "./site-text.ts";

/**
 * In a heading, `[word]` is the drawn word and ` / ` an explicit line break. `{experience}`, `{clients}`, `{projects}`
 * and `{name}` are filled in before a page is rendered.
 */
export const home = {
  heroSlides: list(
    "Hero slide",
    [
      {
        count: "01",
        mainHeading: "Where [Ideas] / meet Reality",
        mainDesc:
          "We draw it with you, then we build it: enterprise software, decentralised apps and mobile products from one team in Lahore.",
        smHeading: "Software and blockchain agency",
        smDesc: "{experience}+ years, {clients}+ clients, {projects}+ projects",
        img: "/pictures/01-learning-token-reward-hero-built.webp",
        drawnImg: "/art/drawings/01-learning-token-reward-hero-drawn.svg",
        imgText: "Quiz question of the learning platform with its token reward",
      },
      {
        count: "02",
        mainHeading: "From [contract] / to first user",
        mainDesc: "Smart contracts, wallets and NFT platforms, with the screens that make people trust them.",
        smHeading: "Web 3.0",
        smDesc: "Shown: NFT floor-price prediction",
        img: "/pictures/03-nft-floor-price-hero-built.webp",
        drawnImg: "/art/drawings/03-nft-floor-price-hero-drawn.svg",
        imgText: "Price history and seven-day forecast of an NFT collection",
      },
      {
        count: "03",
        mainHeading: "Your team, / [plus] ours",
        mainDesc: "Add one developer, or a dedicated team that plans, builds, tests and stays after the release.",
        smHeading: "Staff augmentation",
        smDesc: "Shown: nonprofit mental health platform",
        img: "/pictures/06-mental-health-hero-built.webp",
        drawnImg: "/art/drawings/06-mental-health-hero-drawn.svg",
        imgText: "Check-in and breathing exercise of the mental health platform, on two phones",
      },
    ],
    (words) => ({
      count: line(words.count, { optional: true }),
      mainHeading: heading(words.mainHeading, { label: "Heading" }),
      mainDesc: text(words.mainDesc, { label: "Text" }),
      smHeading: line(words.smHeading, { label: "Small heading", optional: true }),
      smDesc: text(words.smDesc, { label: "Small text" }),
      img: image(words.img, { label: "Picture", minWidth: 1_720 }),
      imgText: alt(words.imgText),
      // As sections/hero-carousel.module.css crops it.
      imgFocus: focalPoint([
        { label: "Home, very wide screens", ratio: 1.215, usual: "0% 0%", sheet: 860 / 800 },
        { label: "Home, wide screens", ratio: 0.92, usual: "0% 0%", sheet: 860 / 800 },
        { label: "Home, narrow screens", ratio: 4 / 3.6, usual: "0% 20%", sheet: 860 / 800 },
      ]),
      drawnImg: image(words.drawnImg, { label: "Drawn picture" }),
    }),
  ),
  services: {
    heading: heading("What we build"),
    lead: text("Six disciplines under one roof: whoever designs a screen sits beside the people who ship it."),
    closing: text(
      "Enterprise solutions, web 3.0, blockchain and dApp work, consulting, staff augmentation, cloud, DevOps, QA, support and maintenance, mobile and web development, UI/UX design: one team for all of it.",
    ),
  },
  serviceTiles: list(
    "Service tile",
    [
      {
        title: "Web App Development",
        text: "Customer portals, dashboards and internal tools in React and TypeScript.",
        icon: "web-app",
      },
      {
        title: "DApp Development",
        text: "Wallet sign-in, on-chain actions and clear errors when a transaction fails.",
        icon: "dapp",
      },
      {
        title: "Blockchain",
        text: "Smart contracts, token logic and nodes, reviewed and tested before launch.",
        icon: "blockchain",
      },
      {
        title: "Mobile App Development",
        text: "iOS and Android from one codebase, or native where the device demands it.",
        icon: "mobile-app",
      },
      {
        title: "DevOps",
        text: "Repeatable builds, environments and alerts, so releases stop being events.",
        icon: "devops",
      },
      {
        title: "UI & UX Design",
        text: "Research, flows and interface design that developers can build without guessing.",
        icon: "ui-ux",
      },
    ],
    ({ title, text: words, icon }) => ({ title: line(title), text: text(words), icon }),
  ),
  serviceListHeading: heading("We build, advise / and run"),
  serviceList: list(
    "Service",
    [
      {
        count: "01",
        mainHeading: "Enterprise Solutions",
        smHeading: "Software that replaces the spreadsheet everyone is afraid to touch",
        mainDesc: "ERP modules, portals, approvals and reporting, built around how your company already works.",
        smDesc: "Integrations with the systems you keep, migration from the ones you do not.",
        img: "/art/services/01-enterprise-solutions.svg",
      },
      {
        count: "02",
        mainHeading: "Web 3.0",
        smHeading: "Contracts, wallets and the screens people use them through",
        mainDesc: "Token design, smart contracts, dApps, NFT platforms and nodes, tested before they hold value.",
        smDesc: "We say so when a database would do the job better.",
        img: "/art/services/02-web-3.svg",
      },
      {
        count: "03",
        mainHeading: "Consulting",
        smHeading: "A clear answer before a line of code",
        mainDesc: "We turn an idea into a scope, an architecture, a budget and an order of work you can act on.",
        smDesc: "You keep every document, whoever builds it.",
        img: "/art/services/03-consulting.svg",
      },
      {
        count: "04",
        mainHeading: "Staff Augmentation",
        smHeading: "People who fit the gap you have",
        mainDesc: "Developers, designers, testers and DevOps engineers who join your team and your process.",
        smDesc: "Start with one person and grow to a dedicated team when the work does.",
        img: "/art/services/04-staff-augmentation.svg",
      },
      {
        count: "05",
        mainHeading: "Cloud",
        smHeading: "Infrastructure you can read",
        mainDesc: "Architecture, migration and cost control, written as code and handed over with the keys.",
        smDesc: "Monitoring and support follow the release.",
        img: "/art/services/05-cloud.svg",
      },
    ],
    (words) => ({
      count: line(words.count, { optional: true }),
      mainHeading: line(words.mainHeading, { label: "Heading" }),
      smHeading: line(words.smHeading, { label: "Small heading", optional: true }),
      mainDesc: text(words.mainDesc, { label: "Text" }),
      smDesc: text(words.smDesc, { label: "Small text" }),
      img: image(words.img, { label: "Picture", minWidth: 960 }),
      // The built-in drawings decorate.
      imgText: alt(""),
      imgFocus: focalPoint([{ label: "Home", ratio: 3 / 2, usual: "50% 50%" }]),
    }),
  ),
  projects: {
    heading: heading("Recent work, / and what it solved"),
    lead: text("Open one for the problem it had, what we decided and what it is like now."),
    empty: text(
      "Nothing is shown here at the moment. Tell us about your project, and we will show you work that is close to it.",
    ),
  },
  modelsHeading: heading("From one developer / to a whole team"),
  industriesHeading: heading("Industries we know"),
  industries: list(
    "Industry",
    [
      { title: "DeFi", text: "Nodes, staking and forecasts", icon: "defi" },
      { title: "Education", text: "Courses, quizzes, admissions", icon: "education" },
      { title: "Healthcare", text: "Care that starts on a phone", icon: "healthcare" },
      { title: "Hospitality", text: "Bookings and guest service", icon: "hospitality" },
      { title: "E-Commerce", text: "Catalogues, carts, payments", icon: "e-commerce" },
      { title: "Real Estate", text: "Listings, leads and viewings", icon: "real-estate" },
    ],
    ({ title, text: words, icon }) => ({ title: line(title), text: text(words), icon }),
  ),
  reviewsHeading: heading("What clients say"),
  contact: {
    heading: heading("Tell us / the idea"),
    lead: text("A paragraph is enough. We answer with questions first, then with a scope and a price."),
  },
};
