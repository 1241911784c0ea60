/**
 * The drawn states of the built-in pictures were WebP files until they became SVG drawings: their upload hashes, by the
 * name of the drawing with the same geometry. Databases of that time name them.
 */
export const formerDrawings: Record<string, string> = {
  "01-learning-token-reward-drawn": "a2d8a01d6518dc6b80f2096dc16fc42a",
  "01-learning-token-reward-hero-drawn": "ef5aee2182fe4526274470c6a408be79",
  "02-agent-finder-drawn": "bb707e480e4052256140263123b521f3",
  "03-nft-floor-price-drawn": "e2fa39ec9c4307d0fd049ee5cd81d4f8",
  "03-nft-floor-price-hero-drawn": "571205e6667884e91cf1cc5184ea8eb1",
  "04-startup-investor-drawn": "ddf3ecd02343b9f1522edf360d0f5b2d",
  "05-defi-node-nft-drawn": "60a5a42416c53320f7efb2a147bac16b",
  "06-mental-health-drawn": "1d1ef7570aca998339b47ad8d1606ecf",
  "06-mental-health-hero-drawn": "b290dde6207f987910cb04530cc86a41",
  "07-nft-marketplace-drawn": "60a0c87814ddd5c827432a78a469e2dd",
  "07-nft-marketplace-hero-drawn": "33ac0e4a7b6ccf5060e7db70b960f739",
};
