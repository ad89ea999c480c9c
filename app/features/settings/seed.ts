import type { Env } from "#app/platform/env.server.ts";
import { SEED_OFFER_SETTINGS } from "./offer.ts";
import { SETTINGS_PAGES } from "./pages.ts";
import type { SettingsGroups } from "./values.ts";

export const hasXero = (env: Pick<Env, "XERO_CLIENT_ID" | "XERO_CLIENT_SECRET">) =>
  Boolean(env.XERO_CLIENT_ID && env.XERO_CLIENT_SECRET);

const INITIAL = Object.fromEntries(
  Object.entries(SETTINGS_PAGES).map(([name, { initial }]) => [name, initial]),
) as { [Name in keyof typeof SETTINGS_PAGES]: (typeof SETTINGS_PAGES)[Name]["initial"] };

/** The environment's values: they seed the first start, and hold where nothing was saved. */
export const seedSettings = (env: Env): SettingsGroups => ({
  ...INITIAL,
  company: {
    ...INITIAL.company,
    name: env.SITE_NAME,
    phone: env.CONTACT_PHONE,
    email: env.CONTACT_EMAIL,
    privacyUrl: env.PRIVACY_URL ?? "",
    termsUrl: env.TERMS_URL ?? "",
  },
  ...SEED_OFFER_SETTINGS,
  invoices: {
    ...INITIAL.invoices,
    // A first start without Xero's keys says "here" (`seedFromEnvironment`): what ran without invoices stays so.
    maker: hasXero(env) ? "xero" : "nowhere",
    // The words of a new practice promise a deposit, so that its invoice is made.
    hasDeposits: env.DEPOSIT_INVOICES !== "off",
  },
  logo: { png: "", hash: "", width: 0, height: 0 },
  retention: {
    ...INITIAL.retention,
    mailDays: env.RETAIN_MAIL_DAYS,
    cancelledMonths: env.RETAIN_CANCELLED_MONTHS,
    completedYears: env.RETAIN_COMPLETED_YEARS,
  },
  restored: { backupAt: "", restoredAt: "" },
  mailTexts: { footer: "", texts: {} },
});
