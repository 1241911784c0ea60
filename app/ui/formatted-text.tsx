import { type Inline, parseFormattedText } from "#app/shared/text/formatted-text.ts";

/**
 * A long text with its light formatting (app/shared/text/formatted-text.ts). Public pages render it on the server only; a
 * text without marks is a single paragraph. `className`: of each paragraph and list.
 */
export function FormattedText({ text, className }: { text: string; className?: string | undefined }) {
  return parseFormattedText(text).map((block, place) =>
    block.kind === "text" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity besides their order
      <p key={place} className={className} dir="auto">
        {block.content.map(rendered)}
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <ul key={place} className={className ? `dash-list ${className}` : "dash-list"} role="list">
        {block.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={index} dir="auto">
            {item.map(rendered)}
          </li>
        ))}
      </ul>
    ),
  );
}

function rendered(part: Inline, place: number) {
  if (typeof part === "string") return part;
  if ("bold" in part) return <strong key={place}>{part.bold.map(rendered)}</strong>;
  return (
    <a key={place} className="text-link" href={part.href} rel="noopener">
      {part.link.map(rendered)}
    </a>
  );
}
