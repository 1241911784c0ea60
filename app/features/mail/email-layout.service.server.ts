// The frame of every email: the design's colours as plain values, in tables, since email clients support little else.
// Outlook's Word engine knows no padding but a cell's, no `max-width`, no size or background but those of attributes, and
// passes no font on to a table in a table. So widths, colours and spaces are those of cells, each cell with text has its
// font, and what else is there (`max-width`, for phones) only improves it.
import type { Address } from "#app/platform/mailer.ts";
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

const font = "font-family:Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif";
const body = `${font};font-size:16px;line-height:26px;color:${colour.ink}`;
const small = `${font};font-size:13px;line-height:20px;color:${colour.muted}`;

export interface Company {
  name: string;
  tagline: string;
  address: string;
  /** Emails have the light theme only. */
  theme: Pick<Theme, "pencil" | "bottle">;
  /** An uploaded logo, with the size at which it is shown. */
  logo?: { url: string; width: number; height: number } | undefined;
}

/** What every email needs to know of the company. */
export interface Frame {
  company: Company & { timeZone: string };
  /** Where the company reads its notices. */
  office: Address[];
  /** Where visitors write to the company. */
  publicAddress: Address;
  publicUrl: string;
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

/** Both parts of an email, each with the company below it. */
export const drawn = (words: Words, company: Company) => ({
  text: emailText(words, company),
  html: emailHtml(words, company),
});

function emailText({ heading, blocks }: Words, company: Company): string {
  return `${[inOneLine(heading), ...blocks.map(blockText)].join("\n\n")}\n\n-- \n${company.name}\n${company.tagline}\n${company.address}\n`;
}

function blockText(block: Block): string {
  if (block.kind === "facts") return block.facts.map(([label, value]) => `${label}: ${inOneLine(value)}`).join("\n");
  if (block.kind === "button") return `${block.label}:\n${block.href}`;
  if (block.kind === "quoted")
    return block.text
      .split(/\r\n|\r|\n/)
      .map((line) => `> ${line}`.trimEnd())
      .join("\n");
  return block.kind === "small" ? inOneLine(block.text) : block.text;
}

/** A name typed in several lines would pass for lines of ours. */
const inOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

function emailHtml({ heading, blocks }: Words, company: Company): string {
  const { pencil, bottle } = company.theme;
  const head = `font-size:26px;line-height:31px;font-weight:700;letter-spacing:-.022em`;
  const card = `padding:32px 28px 12px;border:1px solid ${colour.line};border-top:3px solid ${pencil}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light"><title>${escaped(heading)}</title>${wordFont}</head>
<body bgcolor="${colour.ground}" style="margin:0;padding:0">
${table('width="100%"', "table-layout:fixed")}<tr><td align="center" bgcolor="${colour.ground}" style="padding:32px 12px">
${table('width="600" align="center"', "max-width:100%")}
<tr><td style="padding:0 0 16px;${font}">${headHtml(company)}</td></tr>
<tr><td bgcolor="${colour.surface}" style="${card}">
${table('width="100%"')}
<tr><td style="padding:0 0 24px"><h1 dir="auto" style="margin:0;${body};${head}">${escaped(heading)}</h1></td></tr>
${blocks.map((block) => blockHtml(block, pencil)).join("\n")}
</table>
</td></tr>
<tr><td bgcolor="${bottle}" style="padding:20px 28px;${small};color:${colour.onSolidMuted}"><strong style="color:${colour.onSolid};font-weight:600">${escaped(company.name)}</strong><br>${escaped(company.tagline)}<br>${escaped(company.address)}</td></tr>
</table>
</td></tr></table>
</body></html>
`;
}

/** Word takes Times where it does not have the first font of a list. */
const wordFont = "<!--[if mso]><style>table,td,h1,a,strong{font-family:Arial,sans-serif!important}</style><![endif]-->";

const table = (attributes = "", style = ""): string =>
  `<table role="presentation" ${attributes} cellpadding="0" cellspacing="0" border="0"${style && ` style="${style}"`}>`;

/** The name, after the mark; or an uploaded logo, of which email clients that block pictures show the name. */
function headHtml({ name, theme, logo }: Company): string {
  const named = `${font};font-size:20px;line-height:24px;font-weight:700;letter-spacing:-.02em;color:${colour.ink}`;
  return logo
    ? `<img src="${escaped(logo.url)}" alt="${escaped(name)}" width="${logo.width}" height="${logo.height}" border="0" style="display:block;${named}">`
    : `${table()}<tr><td valign="middle">${mark(theme.pencil)}</td><td valign="middle" style="padding:0 0 0 10px;${named}">${escaped(name)}</td></tr></table>`;
}

/** For cells that show nothing but their background or border. */
const noText = "font-size:1px;line-height:1px";

/** An outlined piece and a solid one that meet: the logo, as far as an email can show it. */
function mark(pencil: string): string {
  const line = `2px solid ${pencil}`;
  return `${table()}<tr><td width="7" height="16" style="border-top:${line};border-bottom:${line};border-left:${line};${noText}">&nbsp;</td><td width="9" height="20" bgcolor="${colour.ink}" style="${noText}">&nbsp;</td></tr></table>`;
}

function blockHtml(block: Block, pencil: string): string {
  const row = (space: number, html: string, style = body) =>
    `<tr><td dir="auto" style="padding:0 0 ${space}px;${style}">${html}</td></tr>`;
  if (block.kind === "facts") return row(24, factsHtml(block.facts));
  if (block.kind === "button")
    return `${row(20, buttonHtml(block, pencil))}
${row(20, escaped(block.href), `${small};word-break:break-all`)}`;
  if (block.kind === "quoted")
    return row(
      24,
      `${table('width="100%"')}<tr><td width="2" bgcolor="${pencil}" style="${noText}">&nbsp;</td><td dir="auto" style="padding:4px 0 4px 18px;${body};word-break:break-word">${withBreaks(block.text)}</td></tr></table>`,
    );
  return block.kind === "small" ? row(20, escaped(inOneLine(block.text)), small) : row(20, withBreaks(block.text));
}

/** The line is as high as the cell, so that all of it can be pressed. */
const buttonHtml = ({ label, href }: Block & { kind: "button" }, pencil: string): string =>
  `${table()}<tr><td height="48" align="center" valign="middle" bgcolor="${pencil}" style="padding:0 24px;${font};font-size:16px;line-height:48px"><a href="${escaped(href)}" style="display:block;color:${onPencil(pencil)};font-weight:600;text-decoration:none">${escaped(label)}</a></td></tr></table>`;

function factsHtml(facts: [string, string][]): string {
  const lastRow = facts.length - 1;
  const rows = facts.map(([label, value], place) => {
    const rules = `${place === 0 ? `;border-top:1px solid ${colour.line}` : ""}${place === lastRow ? `;border-bottom:1px solid ${colour.line}` : ""}`;
    return `<tr><td valign="top" style="padding:6px 20px 6px 0;${font};font-size:14px;line-height:26px;color:${colour.muted};white-space:nowrap${rules}">${escaped(label)}</td><td valign="top" dir="auto" width="100%" style="padding:6px 0;${body};font-weight:600;word-break:break-word${rules}">${escaped(value)}</td></tr>`;
  });
  return `${table('width="100%"')}${rows.join("")}</table>`;
}

const withBreaks = (text: string) => escaped(text).replace(/\r\n|\r|\n/g, "<br>");

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Control characters are not allowed in HTML, not even as entities. */
const escaped = (text: string) =>
  text.replace(/[^\P{Cc}\n\r\t]/gu, " ").replace(/[&<>"']/g, (mark) => entities[mark] ?? "");
