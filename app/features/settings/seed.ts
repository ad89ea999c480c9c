import type { Env } from "#app/platform/env.server.ts";
import { SEED_OFFER_SETTINGS } from "./offer.ts";
import { SETTINGS_PAGES } from "./pages.ts";
import type { SettingsGroups } from "./values.ts";

export const hasXero = (env: Pick<Env, "XERO_CLIENT_ID" | "XERO_CLIENT_SECRET">) =>
  Boolean(env.XERO_CLIENT_ID && env.XERO_CLIENT_SECRET);

const { company, invoices, times, charges, documents, checks, retention, switches, status, texts } =
  SETTINGS_PAGES;
const { organisations, assurance, recalls } = SETTINGS_PAGES;

/** The environment's values: they seed the first start, and hold where nothing was saved. */
export const seedSettings = (env: Env): SettingsGroups => ({
  company: {
    ...company.initial,
    name: env.SITE_NAME,
    phone: env.CONTACT_PHONE,
    email: env.CONTACT_EMAIL,
    privacyUrl: env.PRIVACY_URL ?? "",
    termsUrl: env.TERMS_URL ?? "",
  },
  ...SEED_OFFER_SETTINGS,
  invoices: {
    ...invoices.initial,
    // A first start without Xero's keys says "here" (`seedFromEnvironment`): what ran without invoices stays so.
    maker: hasXero(env) ? "xero" : "nowhere",
    // The words of a new practice promise a deposit, so that its invoice is made.
    hasDeposits: env.DEPOSIT_INVOICES !== "off",
  },
  times: times.initial,
  charges: charges.initial,
  logo: { png: "", hash: "", width: 0, height: 0 },
  retention: {
    ...retention.initial,
    mailDays: env.RETAIN_MAIL_DAYS,
    cancelledMonths: env.RETAIN_CANCELLED_MONTHS,
    completedYears: env.RETAIN_COMPLETED_YEARS,
  },
  documents: documents.initial,
  recalls: recalls.initial,
  checks: checks.initial,
  switches: switches.initial,
  restored: { backupAt: "", restoredAt: "" },
  mailTexts: { footer: "", texts: {} },
  status: status.initial,
  texts: texts.initial,
  organisations: organisations.initial,
  assurance: assurance.initial,
});
