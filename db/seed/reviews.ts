/** The five built-in reviews: samples attributed to a role and a type of client, to be replaced by approved quotes. */
export const reviews = [
  {
    fullName: "Head of Product",
    company: "Education platform",
    feedback:
      "They told us in the first week which half of our plan to drop. The half we kept shipped on the promised date.",
    profileImage: "/art/avatars/review-1.svg",
  },
  {
    fullName: "Founder",
    company: "DeFi platform",
    feedback: "Three meetings a week sounded like a lot. It meant that nothing about the release surprised us.",
    profileImage: "/art/avatars/review-2.svg",
  },
  {
    fullName: "Technical Lead",
    company: "E-commerce company",
    feedback: "We hired one developer for a gap of six weeks. Our own team still asks for that developer by name.",
    profileImage: "/art/avatars/review-3.svg",
  },
  {
    fullName: "Operations Lead",
    company: "Healthcare provider",
    feedback: "The test report arrived before the invoice, every single time.",
    profileImage: "/art/avatars/review-4.svg",
  },
  {
    fullName: "Programme Manager",
    company: "Mental health nonprofit",
    feedback: "Our listeners are volunteers, not technical people. They learned the platform in one evening.",
    profileImage: "/art/avatars/review-5.svg",
  },
];
