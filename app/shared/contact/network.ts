import { readUrl } from "./web-address.ts";

/** Names of social networks, by the domains of their profiles. */
const networks: Readonly<Record<string, string>> = {
  "behance.net": "Behance",
  "bsky.app": "Bluesky",
  "clutch.co": "Clutch",
  "codepen.io": "CodePen",
  "dev.to": "DEV",
  "discord.com": "Discord",
  "discord.gg": "Discord",
  "dribbble.com": "Dribbble",
  "facebook.com": "Facebook",
  "fb.com": "Facebook",
  "fosstodon.org": "Mastodon",
  "github.com": "GitHub",
  "gitlab.com": "GitLab",
  "hachyderm.io": "Mastodon",
  "instagram.com": "Instagram",
  "linkedin.com": "LinkedIn",
  "mas.to": "Mastodon",
  "medium.com": "Medium",
  "mstdn.social": "Mastodon",
  "pinterest.com": "Pinterest",
  "reddit.com": "Reddit",
  "stackoverflow.com": "Stack Overflow",
  "t.me": "Telegram",
  "threads.com": "Threads",
  "threads.net": "Threads",
  "tiktok.com": "TikTok",
  "twitch.tv": "Twitch",
  "twitter.com": "Twitter",
  "vimeo.com": "Vimeo",
  "wa.me": "WhatsApp",
  "whatsapp.com": "WhatsApp",
  "x.com": "X",
  "xing.com": "XING",
  "youtu.be": "YouTube",
  "youtube.com": "YouTube",
};

/**
 * The name of the network that a profile is on, by its address, also of a subdomain such as pk.linkedin.com; of an
 * unknown one the domain; "" if the address cannot be read.
 */
export function networkOf(address: string): string {
  const host = readUrl(address)?.hostname.replace(/^www\./, "");
  if (host === undefined) return "";
  const known = Object.keys(networks).find((domain) => host === domain || host.endsWith(`.${domain}`));
  if (known) return networks[known] as string;
  return /^mastodon\./.test(host) ? "Mastodon" : host;
}
