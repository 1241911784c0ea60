import { describe, expect, test } from "vitest";
import { slugOf } from "./slug.server.ts";

describe("a title becomes a slug of lower-case ASCII words", () => {
  test.each([
    ["Agora", "agora"],
    ["DeFi Node NFT", "defi-node-nft"],
    ["  What   is a bug? ", "what-is-a-bug"],
    ["Grace's compiler", "graces-compiler"],
    ["Über die Straße", "ueber-die-strasse"],
    ["Crème brûlée à Orléans", "creme-brulee-a-orleans"],
    ["Проект Агора", "proekt-agora"],
    ["Αγορά", "agora"],
    ["C++ & Rust", "c-and-rust"],
    ["../../etc/passwd", "etc-passwd"],
    ["<script>alert(1)</script>", "script-alert-1-script"],
    ["Agora 2.0", "agora-2-0"],
    ["iOS app", "ios-app"],
    ["Ａｇｏｒａ　２", "agora-2"],
    ["ﬁrst oﬃce", "first-office"],
    ["𝐀𝐠𝐨𝐫𝐚", "agora"],
    ["Agora 🚀 launch", "agora-launch"],
    ["Donau\u00addampf\u00adschiff", "donaudampfschiff"],
  ])("%s → %s", (title, slug) => {
    expect(slugOf(title, "project")).toBe(slug);
  });
});

describe("a title without transliterable letters gets a generated slug", () => {
  test.each(["🚀", "🦄🦄", "♥", "!!!", "&", "…", "2026", "20-26", "1 000 000", "100% & 50", "日本", "   "])(
    "%j",
    (title) => {
      expect(slugOf(title, "project")).toMatch(/^project-[a-z2-9]{4}$/);
    },
  );
});

describe("a title that is a reserved word of the API paths gets a slug with a suffix", () => {
  test.each([
    "get-all",
    "Get all",
    "new",
    "NEW",
    "add",
    "edit",
    "detail",
    "create",
    "update",
    "login",
    "logout",
    "subscribe",
  ])("%s", (title) => {
    expect(slugOf(title, "job")).toMatch(/-job$/);
  });
});

test("a long title gives a slug of at most 80 characters that ends at a word", () => {
  const slug = slugOf("word ".repeat(60), "faq");

  expect(slug.length).toBeLessThanOrEqual(80);
  expect(slug).toMatch(/^word(-word)+$/);
});
