/** The five built-in reviews, which differ in length and tone: samples attributed to a role and a type of client, to be replaced by approved quotes. */
export const reviews = [
  {
    fullName: "Head of Product",
    company: "Education platform",
    feedback:
      "In the first week they told us to drop half of our plan. I argued for a month, and I was wrong. The half we kept went live on the day that the schools had in their calendars.",
    profileImage: "/art/avatars/review-1.svg",
  },
  {
    fullName: "Founder",
    company: "DeFi platform",
    feedback: "No surprises. In crypto that is rare.",
    profileImage: "/art/avatars/review-2.svg",
  },
  {
    fullName: "Technical Lead",
    company: "E-commerce company",
    feedback:
      "We needed one developer for six weeks. The pull requests were smaller than ours, and by the third week ours had shrunk too.",
    profileImage: "/art/avatars/review-3.svg",
  },
  {
    fullName: "Operations Lead",
    company: "Healthcare provider",
    feedback: "Every Friday came a list of what works now, in words that I could read out to the nurses.",
    profileImage: "/art/avatars/review-4.svg",
  },
  {
    fullName: "Programme Manager",
    company: "Mental health nonprofit",
    feedback:
      "Most of our listeners are past sixty, and all of them are volunteers. They tried it for one evening, over tea. The next morning the first call came in, and nobody rang me.",
    profileImage: "/art/avatars/review-5.svg",
  },
];
