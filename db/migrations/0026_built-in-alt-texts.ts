import type { Kysely } from "kysely";

/** What the pictures of the built-in case studies show, by address. New sites start with them too. */
export const builtInAltTexts: Record<string, string> = {
  // 01-learning-token-reward-built
  "/uploads/6ae275bdccdd85054df1db4f8c1c0b02.webp":
    "The finished screen: question three of five of a quiz about hash functions, with the list of lessons on its left and a balance of 1,260 learning tokens on its right.",
  // 01-learning-token-reward-sketch
  "/uploads/9b28b33229e5e9a9c9fa8d81f5147fd7.webp":
    "A line drawing of a question with four answers and a large clock beside it that stands at 0:14.",
  // 01-learning-token-reward-detail-1
  "/uploads/465806a952125ae489d4aa2b20fecaa0.webp":
    "A quiz card with a single question and four answers, the second one chosen, under a progress line of five bars.",
  // 01-learning-token-reward-detail-2
  "/uploads/4b957bc53e69083577df57d52154baa0.webp":
    "A card with a reward balance of 1,260 learning tokens, and below it what passing this quiz pays: 40 tokens for four of five answers.",
  // 01-learning-token-reward-detail-3
  "/uploads/0fe593d1d79554decf0559c1a811303e.webp":
    "A list of lessons on blockchain basics with five of eight passed and one attempt left at Hash functions.",
  // 02-agent-finder-built
  "/uploads/26622664d658e77537f3be176742482a.webp":
    "The finished screen: a list of agents near Lahore, overlapped by a card for the September intake with a route from Lahore to Toronto and three of five steps done.",
  // 02-agent-finder-sketch
  "/uploads/ef172fd2cd4f68640fce945aef875a80.webp":
    "A line drawing of a search form filled by twenty-four drop-down filters in six rows.",
  // 02-agent-finder-detail-1
  "/uploads/4fdd29193b5cf8a251463c5407811708.webp":
    "Agents near Lahore filtered by country, purpose and licence, with the year until which each one is licensed.",
  // 02-agent-finder-detail-2
  "/uploads/68467b46625121fd2b76308da6949d3a.webp":
    "A card for the September intake with a route from Lahore to Toronto and five steps, of which biometrics on 12 May is marked as now.",
  // 02-agent-finder-detail-3
  "/uploads/dfabd9e5d364f7cd19380d55abf67ebe.webp":
    "A card on which the agent ticks Proof of funds checked at 10:42, joined to the card on which the family sees the same step at 10:42.",
  // 03-nft-floor-price-built
  "/uploads/cac7aa0c21a1012d548ee21c73b67b1e.webp":
    "The finished screen: a floor price of 1.284 ETH with a line chart that widens into a seven-day forecast, a table of collections below and a card with the odds of a rise.",
  // 03-nft-floor-price-sketch
  "/uploads/63d40d61dea381be42ab5fc679e76522.webp":
    "A line drawing of a chart whose one dashed line rises to a single point under the figure 4.82.",
  // 03-nft-floor-price-detail-1
  "/uploads/99c3278f78a7168bdc1f39ce9b38d8f4.webp":
    "A price chart that spreads after today into bands of 50 and 80 percent, from 1.36 to 1.64 ETH in seven days.",
  // 03-nft-floor-price-detail-2
  "/uploads/09a46d2230ed56458628c3d5dd1fdf3a.webp":
    "A table titled How far off we were: six collections with forecast, 80 percent range and a bar for the model’s error, from 5.1 to 8.2 percent.",
  // 03-nft-floor-price-detail-3
  "/uploads/55a91f6ca40a3d46a0d24d0e061d16fa.webp":
    "A card with the most likely floor of 1.502 ETH, 71 percent for a rise and 29 for a fall, and a button for an alert below 1.36.",
  // 04-startup-investor-built
  "/uploads/a77005a36bbfaaed4c7e8ad3c7669244.webp":
    "The finished screen: a startup’s card and an investor’s card side by side, joined row by row, with five of six criteria met and the last row open.",
  // 04-startup-investor-sketch
  "/uploads/d258fcb327ae464239334cd91ab9fd3e.webp":
    "A line drawing of two profiles joined by one circle that holds a percent sign and a question mark.",
  // 04-startup-investor-detail-1
  "/uploads/222f9384d77b8fb3f7c383b9174459f1.webp":
    "The cards of a startup and an early-stage fund with the same six rows, from stage and sector to what each side needs.",
  // 04-startup-investor-detail-2
  "/uploads/0be486bb199cea0563d16e63cf30e261.webp":
    "Six rows of a startup and an investor joined in the middle: five ticks on solid lines and one cross on a dotted line.",
  // 04-startup-investor-detail-3
  "/uploads/30d6c7c4194c272372e7bee2681bd520.webp":
    "A card titled One row apart that names the open row and offers three ways to close it, such as finding a lead together.",
  // 05-defi-node-nft-built
  "/uploads/dbe6c3259fe879840d6965c3daca2c9d.webp":
    "The finished screen: a dashboard with 41,902.6 staked, the uptime of six nodes as rows of squares, and the card of node licence 0318 with a button to claim rewards.",
  // 05-defi-node-nft-sketch
  "/uploads/ef62438ea43843735db579d100fd9487.webp":
    "A line drawing of a window with three tabs, two of them dashed, and two empty frames beside a licence.",
  // 05-defi-node-nft-detail-1
  "/uploads/f09e2ac1a0bafc2a6ac5e1479aaf86f3.webp":
    "The uptime of six nodes over fourteen days as a grid of squares, with a note that São Paulo restarted on 5 May and was back in four minutes.",
  // 05-defi-node-nft-detail-2
  "/uploads/9d55eaa802b932eee03dc0e6ab86c801.webp":
    "The card of node licence 0318 with its pattern of rings, joined to the node Lahore 1 that it runs.",
  // 05-defi-node-nft-detail-3
  "/uploads/2b8e48304940424bca7cdfbb5a8609f5.webp":
    "A countdown of 06:12:40 to the next payout above a button to claim 126.90 and the payments of the last days.",
  // 06-mental-health-built
  "/uploads/22091c9e2725298f8236d98ecee0b5b4.webp":
    "The finished screen: two phones, one asking How heavy is today? with five faces and a button to start a call, the other with a breathing circle.",
  // 06-mental-health-sketch
  "/uploads/72156309e4683559c431ad166c6d6d81.webp":
    "A line drawing of a phone with a scale from 0 to 10, from bad to good, that stands at 7.",
  // 06-mental-health-detail-1
  "/uploads/ac5f879b20800439003d69538bfc2e84.webp":
    "Five round faces from smiling to sad under the question How heavy is today?, the middle one chosen, and the word foggy typed below.",
  // 06-mental-health-detail-2
  "/uploads/70a4759118dd57d00d6785d8318ec39b.webp":
    "A card titled Talk to a listener now with one large button to start a call and two small ones to write or be called back.",
  // 06-mental-health-detail-3
  "/uploads/4c55a97cb9271f3fd6ec94da099fac6c.webp":
    "A circle that says in, 4 seconds, inside wider circles, with the steps in 4, hold 4 and out 6 below.",
  // 07-nft-marketplace-built
  "/uploads/a2c16792590a981179ba83306256b6f4.webp":
    "The finished screen: a gallery of six star patterns with their prices, overlapped by the auction of Lattice, no. 24 with a highest bid of 2.40 ETH.",
  // 07-nft-marketplace-sketch
  "/uploads/18c04369f4158083da7a41e9f86609ab.webp":
    "A line drawing of three pictures covered by badges, bids and prices.",
  // 07-nft-marketplace-detail-1
  "/uploads/cd74c256ede8389747a32f947812f78c.webp":
    "A pattern of navy and cream stars on turquoise, with its name Courtyard, 07 and its price of 0.62 ETH below it.",
  // 07-nft-marketplace-detail-2
  "/uploads/e835be52e59feef7487b400e9181974c.webp":
    "The auction of Lattice, no. 24: its pattern on the left, the highest bid, the time left, one button and the last five bids on the right.",
  // 07-nft-marketplace-detail-3
  "/uploads/34b30266e1fab00b3e7f6a84c79b1e20.webp":
    "Four patterns and a receipt: Sandstone, 08 sold again for 1.75 ETH, of which the contract paid the artist 8 percent in the same block.",
};

/** Built-in cases that no editor has saved (version 1) get alternative texts; all others keep what they say. */
export async function up(db: Kysely<any>): Promise<void> {
  const untouched = db.selectFrom("project").select("id").where("version", "=", 1).where("is_sample", "=", 1);
  for (const [address, alt] of Object.entries(builtInAltTexts)) {
    for (const picture of ["project_image", "sketch_image"])
      await db
        .updateTable("project")
        .set({ [`${picture}_alt`]: alt })
        .where("id", "in", untouched)
        .where(picture, "=", address)
        .where(`${picture}_alt`, "is", null)
        .execute();
    await db
      .updateTable("project_detail")
      .set({ img_alt: alt })
      .where("project_id", "in", untouched)
      .where("img", "=", address)
      .where("img_alt", "is", null)
      .execute();
  }
}
