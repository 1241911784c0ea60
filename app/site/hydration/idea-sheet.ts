// Draws what a visitor writes about beside the contact form. Nothing of it leaves the page.

/** Path data in a box of 100 by 75, in horizontal and vertical lines where possible. */
const parts: readonly [words: RegExp, path: string][] = [
  [
    /\b(tables?|lists?|rows?|spreadsheets?|excel|inventory|stock)\b/,
    "M5 8H95V67H5ZM5 23H95M5 38H95M5 53H95M35 8V67M65 8V67",
  ],
  [/\b(wallets?|purse|balance|staking|stake)\b/, "M8 18H82V66H8ZM8 18V10H74V18M62 34H92V50H62ZM70 42H74"],
  [
    /\b(maps?|routes?|location|address|delivery|tracking|travel)\b/,
    "M6 14L36 6L66 14L94 6V60L66 68L36 60L6 68ZM36 6V60M66 14V68M50 24V40M44 32H56",
  ],
  [
    /\b(shops?|stores?|e-?commerce|cart|products?|catalogues?|marketplace|sell)\b/,
    "M8 30H92V68H8ZM8 30L16 8H84L92 30M29 30V40M50 30V40M71 30V40M40 68V50H60V68",
  ],
  [
    /\b(chats?|messag\w+|messenger|comments?|inbox|support)\b/,
    "M6 8H74V44H30L18 56V44H6ZM40 52H94V26H82M80 52V64L68 52M18 20H62M18 32H48",
  ],
  [
    /\b(dashboards?|overview|reports?|reporting|analytics|admin|portal|erp)\b/,
    "M5 8H95V67H5ZM5 20H95M30 20V67M40 30H60V42H40ZM68 30H88V42H68ZM40 50H88M40 58H74M12 30H22M12 40H22",
  ],
  [/\b(phones?|mobile|ios|android|apps?)\b/, "M34 4H66V71H34ZM34 14H66M34 60H66M46 66H54M40 22H60M40 30H60M40 38H52"],
  [
    /\b(websites?|web|pages?|landing|browser|blogs?)\b/,
    "M5 8H95V67H5ZM5 20H95M12 14H14M18 14H20M24 14H26M14 30H52M14 38H46M60 30H86V58H60Z",
  ],
  [
    /\b(calendars?|bookings?|appointments?|schedul\w+|reservations?|events?)\b/,
    "M10 14H90V68H10ZM10 28H90M28 8V20M72 8V20M30 28V68M50 28V68M70 28V68M10 48H90",
  ],
  [
    /\b(payments?|pay|cards?|invoices?|billing|checkout|subscriptions?)\b/,
    "M6 14H94V62H6ZM6 26H94M6 34H94M14 50H34M76 46H86V54H76Z",
  ],
  [
    /\b(logins?|accounts?|users?|members?|profiles?|customers?|teams?)\b/,
    "M38 10H62V34H38ZM22 68V46H78V68M8 22H26V38M8 22V38H26M74 38H92V22H74V38M4 62V48H14M96 62V48H86",
  ],
  [/\b(secur\w+|lock|encrypt\w*|privacy|password)\b/, "M24 34H76V68H24ZM34 34V10H66V34M50 46V56"],
  [
    /\b(charts?|graphs?|statistics|forecasts?|prices?|trading|data)\b/,
    "M8 6V68H94M20 68V46H32V68M42 68V30H54V68M64 68V38H76V68M18 34L46 16L68 24L92 8",
  ],
  [
    /\b(forms?|surveys?|quiz\w*|questions?|applications?)\b/,
    "M16 6H84V69H16ZM26 18H74V28H26ZM26 36H74V46H26ZM26 54H50V62H26Z",
  ],
  [/\b(search|find\w*|filters?|match\w*)\b/, "M20 10H64V54H20ZM64 54L84 70M30 24H54M30 34H46"],
  [/\b(photos?|pictures?|images?|gallery|nfts?|art)\b/, "M8 8H92V67H8ZM8 56L34 32L54 50L68 38L92 58M64 18H76V28H64Z"],
  [/\b(videos?|courses?|lessons?|learning|school|stream\w*)\b/, "M6 10H94V58H6ZM42 22L62 34L42 46ZM20 66H80"],
  [
    /\b(blockchains?|chains?|smart contracts?|contracts?|nodes?|defi|dapps?|web ?3)\b/,
    "M6 26H32V50H6ZM38 26H64V50H38ZM70 26H96V50H70ZM32 38H38M64 38H70M14 34H24M46 34H56M78 34H88",
  ],
  [
    /\b(tokens?|coins?|rewards?|points?|loyalty)\b/,
    "M20 20H60V60H20ZM32 32H48V48H32ZM60 28H72V68H30V60M72 36H84V74H44V68",
  ],
  [/\b(documents?|files?|pdfs?|paper\w*|uploads?)\b/, "M26 4H62L78 20V71H26ZM62 4V20H78M36 32H68M36 42H68M36 52H56"],
  [
    /\b(cloud|servers?|database|hosting|devops|api|integrations?)\b/,
    "M18 8H82V26H18ZM18 30H82V48H18ZM18 52H82V70H18ZM28 17H34M28 39H34M28 61H34M66 17H74M66 39H74M66 61H74",
  ],
  [
    /\b(ai|robots?|bots?|assistants?|automat\w+|machine learning|models?)\b/,
    "M24 20H76V62H24ZM50 20V8M46 8H54M36 34H42V40H36ZM58 34H64V40H58ZM38 52H62M14 34V50M86 34V50",
  ],
  [/\b(health\w*|clinics?|patients?|doctors?|medical|hospital)\b/, "M38 8H62V26H80V50H62V68H38V50H20V26H38Z"],
  [
    /\b(houses?|homes?|property|properties|real estate|rooms?|hotels?)\b/,
    "M14 34L50 8L86 34V68H14ZM42 68V48H58V68M24 44H34V54H24ZM66 44H76V54H66Z",
  ],
];

/** As many as the sheet has room for: those named last stay. */
const most = 4;

/** Follows the message field, whose words become parts of the drawing. */
export function drawIdea(section: HTMLElement): void {
  const sheet = section.querySelector<SVGGElement>("[data-idea]");
  if (!sheet) return;
  let shown = "";
  const look = () => {
    const message = section.querySelector<HTMLTextAreaElement>("textarea")?.value.toLowerCase();
    // Sent: what was drawn is built, and stays.
    if (message === undefined || section.querySelector("[data-sent]")) return;
    const paths = inOrderOf(message).slice(-most);
    if (paths.join() === shown) return;
    shown = paths.join();
    draw(sheet, paths);
  };
  section.addEventListener("input", look);
  look();
}

/** In the order in which the message names them. */
function inOrderOf(message: string): string[] {
  return parts
    .map(([words, path]) => ({ at: message.search(words), path }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
    .map(({ path }) => path);
}

/** Parts that are there already stay as they are. */
function draw(sheet: SVGGElement, paths: string[]): void {
  const there = new Map([...sheet.children].map((part) => [part.getAttribute("d"), part]));
  sheet.replaceChildren(
    ...paths.map((path, index) => {
      const part = there.get(path) ?? document.createElementNS("http://www.w3.org/2000/svg", "path");
      part.setAttribute("d", path);
      part.setAttribute("pathLength", "1");
      part.setAttribute("transform", `translate(${12 + (index % 2) * 118} ${12 + Math.floor(index / 2) * 92})`);
      return part;
    }),
  );
}
