import type { IsoDate } from "#app/platform/dates.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Site } from "#app/ui/frame-parts.tsx";
import { isVatRegistered } from "./offer.ts";
import { DEFAULT_ACCENT } from "./colour.ts";
import type { Company, Settings } from "./values.ts";

/** The company's facts in every page's frame. `today` is the day in London. */
export function siteOf({ company, logo, status }: Settings, today: IsoDate, isOperational: boolean): Site {
  const details = companyDetails(company, today);
  const { text, isProblem, until } = status;
  return {
    name: company.name,
    phone: company.phone,
    email: company.email,
    privacyUrl: company.privacyUrl || "/privacy",
    termsUrl: company.termsUrl || "/terms",
    isOperational,
    ...(logo.png && { logo: { href: logoHref(logo), width: logo.width, height: logo.height } }),
    ...(text && today <= until && { status: { text, isProblem } }),
    ...(details.length > 0 && { details }),
  };
}

/** Addresses of the mails and invoices of a demonstration (`npm run demo`); empty elsewhere. */
export function demoOf(env: Env): Pick<Site, "demo"> {
  const { DEMO, POSTMARK_BASE_URL, XERO_BASE_URL } = env;
  if (DEMO === "off" || !POSTMARK_BASE_URL || !XERO_BASE_URL) return {};
  return { demo: { mailsHref: POSTMARK_BASE_URL, invoicesHref: XERO_BASE_URL } };
}

/** Another picture has another address, so that it can be cached for ever. */
export const logoHref = ({ hash }: { hash: string }): string => `/logo/${hash}.png`;

const onOneLine = (text: string) => text.replaceAll("\n", ", ");

/** `today` is the day in London. */
export function companyDetails(company: Company, today: IsoDate): string[] {
  const { tradingAddress, registeredAddress, hours, companyNumber, vatNumber, icoNumber } = company;
  return [
    onOneLine(tradingAddress),
    registeredAddress && registeredAddress !== tradingAddress
      ? `Registered at ${onOneLine(registeredAddress)}`
      : "",
    hours,
    companyNumber && `Company number ${companyNumber}`,
    isVatRegistered(company, today) && `VAT number ${vatNumber}`,
    icoNumber && `ICO registration ${icoNumber}`,
  ].filter((part) => typeof part === "string" && part !== "") as string[];
}

/** The data controller for the privacy notice; empty without address and number. */
export function controllerLine(company: Company): string {
  const details = companyDetails({ ...company, hours: "", vatNumber: "" }, "");
  return details.length === 0 ? "" : `${company.name} is responsible for this data. ${details.join(". ")}.`;
}

/** `#rrggbb`, or null for the built-in accent. */
export const ownAccent = ({ company }: Settings): string | null =>
  company.accent === DEFAULT_ACCENT ? null : company.accent;
