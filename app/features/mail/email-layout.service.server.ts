// The frame of every email: the design's colours as plain values, tables and inline styles, since email clients support
// little else.
import { onPencil, type Theme } from "#app/shared/theme.ts";

const colour = {
  ground: "#f0f4f0",
  surface: "#fbfdfc",
  ink: "#101f1a",
  muted: "#46554f",
  line: "#ccd3ce",
  onSolid: "#f1f5f0",
  onSolidMuted: "#b6c5bc",
} as const;

const font = "Archivo, 'Helvetica Neue', Helvetica, Arial, sans-serif";

export interface Company {
  name: string;
  tagline: string;
  address: string;
  /** Emails have the light theme only. */
  theme: Pick<Theme, "pencil" | "bottle">;
  /** An uploaded logo, with the size at which it is shown. */
  logo?: { url: string; width: number; height: number } | undefined;
}

/** A block of an email. The text part and the HTML part are both rendered from the same list. */
export type Block =
  | { kind: "text"; text: string }
  /** A visitor's message, unchanged. */
  | { kind: "quoted"; text: string }
  | { kind: "facts"; facts: [label: string, value: string][] }
  | { kind: "button"; label: string; href: string }
  | { kind: "small"; text: string };

export interface Words {
  heading: string;
  blocks: Block[];
}

/** The plain-text part of an email, with the company below it. */
export function emailText({ heading, blocks }: Words, company: Company): string {
  return `${[heading, ...blocks.map(blockText)].join("\n\n")}\n\n-- \n${company.name}\n${company.tagline}\n${company.address}\n`;
}

function blockText(block: Block): string {
  if (block.kind === "facts") return block.facts.map(([label, value]) => `${label}: ${value}`).join("\n");
  if (block.kind === "button") return `${block.label}:\n${block.href}`;
  if (block.kind === "quoted")
    return block.text
      .split(/\r\n|\r|\n/)
      .map((line) => `> ${line}`.trimEnd())
      .join("\n");
  return block.text;
}

/** The HTML part of an email, with the company below it. */
export function emailHtml({ heading, blocks }: Words, company: Company): string {
  const { pencil, bottle } = company.theme;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escaped(heading)}</title></head>
<body style="margin:0;padding:0;background:${colour.ground}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colour.ground}"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;font-family:${font};font-size:16px;line-height:1.6;color:${colour.ink}">
<tr><td style="padding:0 0 16px;font-size:20px;font-weight:700;letter-spacing:-.02em">${head(company)}</td></tr>
<tr><td style="background:${colour.surface};border:1px solid ${colour.line};border-top:3px solid ${pencil};padding:32px 28px">
<h1 style="margin:0 0 24px;font-size:26px;line-height:1.18;font-weight:700;letter-spacing:-.022em">${escaped(heading)}</h1>
${blocks.map((block) => blockHtml(block, pencil)).join("\n")}
</td></tr>
<tr><td style="background:${bottle};padding:20px 28px;font-size:13px;line-height:1.5;color:${colour.onSolidMuted}"><strong style="color:${colour.onSolid};font-weight:600">${escaped(company.name)}</strong><br>${escaped(company.tagline)}<br>${escaped(company.address)}</td></tr>
</table>
</td></tr></table>
</body></html>
`;
}

/** The name, after the mark; or an uploaded logo, of which email clients that block pictures show the name. */
const head = ({ name, theme, logo }: Company) =>
  logo
    ? `<img src="${escaped(logo.url)}" alt="${escaped(name)}" width="${logo.width}" height="${logo.height}" style="display:block;border:0">`
    : mark(theme.pencil) + escaped(name);

// An outlined piece and a solid one that meet: the logo, as far as an email can show it.
const mark = (pencil: string) =>
  `<span style="display:inline-block;width:7px;height:16px;border:2px solid ${pencil};border-right:0;vertical-align:-2px"></span><span style="display:inline-block;width:9px;height:20px;background:${colour.ink};vertical-align:-2px;margin-right:10px"></span>`;

function blockHtml(block: Block, pencil: string): string {
  if (block.kind === "facts") return factsHtml(block.facts);
  if (block.kind === "button")
    return `<p style="margin:0 0 24px"><a href="${escaped(block.href)}" style="display:inline-block;background:${pencil};color:${onPencil(pencil)};padding:14px 24px;font-weight:600;text-decoration:none">${escaped(block.label)}</a></p><p style="margin:0 0 20px;font-size:13px;line-height:1.5;color:${colour.muted};word-break:break-all">${escaped(block.href)}</p>`;
  if (block.kind === "quoted")
    return `<div dir="auto" style="margin:0 0 24px;padding:4px 0 4px 18px;border-left:2px solid ${pencil};word-break:break-word">${withBreaks(block.text)}</div>`;
  const small = block.kind === "small" ? `font-size:13px;line-height:1.5;color:${colour.muted}` : "";
  return `<p style="margin:0 0 20px;${small}">${withBreaks(block.text)}</p>`;
}

function factsHtml(facts: [string, string][]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:6px 20px 6px 0;color:${colour.muted};font-size:14px;vertical-align:top;white-space:nowrap">${escaped(label)}</td><td dir="auto" style="padding:6px 0;font-weight:600;word-break:break-word">${escaped(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-top:1px solid ${colour.line};border-bottom:1px solid ${colour.line};width:100%">${rows.join("")}</table>`;
}

const withBreaks = (text: string) => escaped(text).replace(/\r\n|\r|\n/g, "<br>");

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Control characters are not allowed in HTML, not even as entities. */
const escaped = (text: string) =>
  text.replace(/[^\P{Cc}\n\r\t]/gu, " ").replace(/[&<>"']/g, (mark) => entities[mark] ?? "");
