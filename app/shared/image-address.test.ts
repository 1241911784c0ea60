import { describe, expect, test } from "vitest";
import { isImageAddress } from "./image-address.ts";

describe("an upload or asset of this site or an http(s) URL is accepted as an image address", () => {
  test.each([
    "/uploads/0123456789abcdef0123456789abcdef.webp",
    "/assets/logo.svg",
    "/pictures/a.webp?x=1",
    "/pictures/a..b.webp",
    "/art/avatars/1.svg",
    "/favicon.svg",
    "/icon-512.png",
    "https://example.com/a.png",
    "http://example.com/a",
    "HTTPS://EXAMPLE.COM/A.PNG",
    "https://bücher.example/ä.png",
  ])("%s", (address) => {
    expect(isImageAddress(address)).toBe(true);
  });
});

describe("anything else is rejected as an image address", () => {
  test.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "blob:https://example.com/1",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://example.com/a.png",
    "//example.com/a.png",
    "/\\example.com/a.png",
    "\\\\example.com\\a.png",
    "https:example.com",
    "https://",
    "http://[",
    "/",
    "/admin",
    "/picture.png",
    "/uploads/../admin",
    "/uploads/%2E%2e/admin",
    "/art/..",
    "a.png",
    "./a.png",
    "",
    "/a b.png",
    "/a\0.png",
    "/a\u0085.png",
    `/${"a".repeat(2_000)}`,
  ])("%j", (address) => {
    expect(isImageAddress(address)).toBe(false);
  });
});
