import type { Faq } from "#app/features/faq/faq.type.ts";
import type { Job } from "#app/features/job/job.type.ts";
import type { Project } from "#app/features/project/project.contract.ts";
import type { SiteContent } from "#app/features/site-content/defaults/site-content.ts";
import { defaultContent } from "#app/features/site-content/defaults/site-content.ts";
import type { Config } from "#app/platform/config.ts";
import { countryCode } from "#app/shared/countries.ts";
import { dayIn } from "#app/shared/day.ts";
import { commaSeparated } from "#app/shared/text/comma-separated.ts";
import { plainText } from "#app/shared/text/formatted-text.ts";
import { endOfDayIn } from "#app/site/render/calendar.ts";
import { escaped } from "#app/site/render/escape.ts";
import { iconAddresses } from "./site-icon.server.ts";

type Company = SiteContent["company"];
const context = "https://schema.org";

/** Makes a path absolute, as structured data requires; uploaded pictures have a path only. */
export const absolute = ({ publicUrl }: Config, path: string) => (path.startsWith("/") ? publicUrl + path : path);

export function organization(config: Config, { company, theme }: Pick<SiteContent, "company" | "theme">) {
  const { name, tagline, address, phone, social } = company;
  return {
    "@context": context,
    "@type": "Organization",
    "@id": `${config.publicUrl}/#organization`,
    name,
    slogan: tagline,
    url: `${config.publicUrl}/`,
    logo: absolute(config, iconAddresses(theme)?.png(512) ?? "/icon-512.png"),
    telephone: phone === defaultContent.company.phone || isPlaceholder(phone) ? undefined : phone,
    address: address.trim() === "" ? undefined : postalAddress(address),
    sameAs: profilesOf(social.map(({ url }) => url)),
  };
}

/** The addresses that lead to a profile: not those of a network's first page, nor placeholders. */
function profilesOf(addresses: string[]): string[] | undefined {
  const set = addresses.filter((address) => {
    if (!URL.canParse(address) || isPlaceholder(address)) return false;
    const { pathname, search } = new URL(address);
    return pathname !== "/" || search !== "";
  });
  return set.length === 0 ? undefined : set;
}

/** Domains reserved for examples (RFC 2606), and telephone numbers of zeros. */
const isPlaceholder = (value: string): boolean =>
  /(?:^|[./@])(?:example\.(?:com|net|org)|[^./@]+\.(?:example|invalid|test))(?:[/:?#]|$)/i.test(value) ||
  /^\+?[\d\s().-]*0{6,}$/.test(value);

export const webSite = (config: Config, { name }: Company) => ({
  "@context": context,
  "@type": "WebSite",
  name,
  url: `${config.publicUrl}/`,
  publisher: { "@id": `${config.publicUrl}/#organization` },
});

/** The trail from the home page to the current page. */
export const breadcrumbs = (config: Config, trail: [name: string, path: string][]) => ({
  "@context": context,
  "@type": "BreadcrumbList",
  itemListElement: [["Home", "/"] as const, ...trail].map(([name, path], index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: config.publicUrl + path,
  })),
});

export const faqPage = (faqs: Faq[]) => ({
  "@context": context,
  "@type": "FAQPage",
  mainEntity: faqs.map(({ question, answer, bullets }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: [plainText(answer), ...bullets].join("\n") },
  })),
});

export const creativeWork = (config: Config, project: Project, company: Company) => ({
  "@context": context,
  "@type": "CreativeWork",
  name: project.title,
  description: project.description,
  url: `${config.publicUrl}/details/${project.number}`,
  image: project.projectImage === "" ? undefined : absolute(config, project.projectImage),
  keywords: commaSeparated(project.technology).join(", ") || undefined,
  creator: { "@type": "Organization", "@id": `${config.publicUrl}/#organization`, name: company.name },
});

export const jobPosting = (config: Config, job: Job, company: Company, postedAt: Date) => ({
  "@context": context,
  "@type": "JobPosting",
  title: job.title,
  description: jobText(job),
  identifier: { "@type": "PropertyValue", name: company.name, value: job.slug },
  datePosted: dayIn(company.timeZone, postedAt),
  validThrough: validThrough(job, company),
  experienceRequirements: job.experience || undefined,
  hiringOrganization: { "@type": "Organization", name: company.name, sameAs: `${config.publicUrl}/` },
  ...placeOf(job, company),
  directApply: false,
  url: `${config.publicUrl}/career/${job.slug}`,
});

/** A date, or of an opening that closes by itself the last second, as ISO 8601. */
function validThrough({ closesOn, closesItself }: Job, { timeZone }: Company): string | undefined {
  if (closesOn === "" || !closesItself) return closesOn || undefined;
  return new Date(endOfDayIn(timeZone, closesOn).getTime() - 1_000).toISOString();
}

/** The full job posting as HTML, as search engines require. */
function jobText(job: Job): string {
  const { description, requirements, perksAndBenefits, experienceDetails, pay, hours, hiring } = job;
  const paragraph = (text: string) => `<p>${escaped(text)}</p>`;
  const list = (title: string, entries: string[]) =>
    entries.length === 0
      ? ""
      : `<p>${title}</p><ul>${entries.map((entry) => `<li>${escaped(entry)}</li>`).join("")}</ul>`;
  return (
    plainText(description).split(/\n+/).map(paragraph).join("") +
    list("Requirements", requirements) +
    list("Perks and Benefits", perksAndBenefits) +
    list("Experience", experienceDetails) +
    [pay && `Pay: ${pay}`, hours && `Hours: ${hours}`].filter(Boolean).map(paragraph).join("") +
    list("How hiring goes", hiring)
  );
}

/**
 * Where the work is done. "Remote" is no place: search engines want to know from which country one may apply, which is
 * the company's unless the location names one. So is that of a location which is the company's own town.
 */
function placeOf({ location }: Job, { address }: Company) {
  const office = postalAddress(address);
  const own = postalAddress(location || address);
  if (/^(fully )?remote\b/i.test(location)) {
    const name = own.addressCountry ?? office.addressCountry;
    const applicantLocationRequirements = name && { "@type": "Country", name };
    return { jobLocationType: "TELECOMMUTE", applicantLocationRequirements };
  }
  const isOffice = location.trim().toLowerCase() === office.addressLocality.toLowerCase();
  return { jobLocation: { "@type": "Place", address: isOffice ? office : own } };
}

/** "Lahore, Pakistan": the part after the last comma may be a country; search engines expect its ISO code. */
function postalAddress(address: string) {
  const comma = address.lastIndexOf(",");
  const addressCountry = comma < 0 ? undefined : countryCode(address.slice(comma + 1));
  const addressLocality = addressCountry ? address.slice(0, comma).trim() : address;
  return { "@type": "PostalAddress", addressLocality, addressCountry };
}
