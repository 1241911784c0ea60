import { expect, test } from "vitest";
import { networkOf } from "./network.ts";

test.each([
  ["https://www.linkedin.com/company/jorna", "LinkedIn"],
  ["https://pk.linkedin.com/company/jorna", "LinkedIn"],
  ["https://github.com/jorna", "GitHub"],
  ["https://X.com/jorna", "X"],
  ["https://twitter.com/jorna", "Twitter"],
  ["https://m.facebook.com/jorna", "Facebook"],
  ["https://www.instagram.com/jorna/", "Instagram"],
  ["https://youtu.be/x", "YouTube"],
  ["https://dribbble.com/jorna", "Dribbble"],
  ["https://www.behance.net/jorna", "Behance"],
  ["https://mastodon.social/@jorna", "Mastodon"],
  ["https://fosstodon.org/@jorna", "Mastodon"],
  ["https://notgithub.com/jorna", "notgithub.com"],
  ["https://github.com.evil.example/jorna", "github.com.evil.example"],
  ["https://www.agora.example/about", "agora.example"],
  ["https://", ""],
])("the profile %s is on %s", (address, name) => {
  expect(networkOf(address)).toBe(name);
});
