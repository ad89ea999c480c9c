import type { z } from "zod";
import type { Env } from "#app/platform/env.server.ts";
import { SEED_OFFER_SETTINGS, type OfferSettings } from "./offer.ts";
import { DEFAULT_ACCENT } from "./colour.ts";
import type { SETTINGS_PAGES } from "./pages.ts";

/** The settings by group, and their values until a page sets them. */

type OfPages = {
  [Name in keyof typeof SETTINGS_PAGES]: z.output<(typeof SETTINGS_PAGES)[Name]["schema"]>;
};

export type Company = OfPages["company"];

/** A PNG in base64, empty for none; `hash` names it. Width and height are pixels. */
export const MAX_LOGO_BYTES = 100 * 1024;
export const LOGO_TOO_LARGE = "The file is larger than 100 KB. Please choose a smaller one.";

export type Logo = { png: string; hash: string; width: number; height: number };

/** The backup that this database was restored from, and when; empty where it was not. */
type Restored = { backupAt: string; restoredAt: string };

/** `original` is what the mail said by itself when this was written: another release may say something else. */
type WordedMail = { subject: string; body: string; original: { subject: string; body: string } };
export type MailTexts = { footer: string; texts: Record<string, WordedMail> };

export type SettingsGroups = OfferSettings &
  Omit<OfPages, "rules"> & { logo: Logo; mailTexts: MailTexts; restored: Restored };

export type GroupName = keyof SettingsGroups;

/** `version` counts every change of any group; 0 before the first. */
export type Settings = SettingsGroups & { version: number };

export const hasXero = (env: Pick<Env, "XERO_CLIENT_ID" | "XERO_CLIENT_SECRET">) =>
  Boolean(env.XERO_CLIENT_ID && env.XERO_CLIENT_SECRET);

/** The environment's values: they seed the first start, and hold where nothing was saved. */
export function seedSettings(env: Env): SettingsGroups {
  return {
    company: {
      name: env.SITE_NAME,
      tradingAddress: "",
      registeredAddress: "",
      phone: env.CONTACT_PHONE,
      email: env.CONTACT_EMAIL,
      hours: "",
      companyNumber: "",
      vatNumber: "",
      vatFrom: "",
      icoNumber: "",
      registers: "",
      sampleReportUrl: "",
      bankDetails: "",
      privacyUrl: env.PRIVACY_URL ?? "",
      termsUrl: env.TERMS_URL ?? "",
      accent: DEFAULT_ACCENT,
    },
    ...SEED_OFFER_SETTINGS,
    // A first start without Xero's keys says "here" (`seedFromEnvironment`): what ran without invoices stays so.
    invoices: {
      maker: hasXero(env) ? "xero" : "nowhere",
      // The words of a new practice promise a deposit, so that its invoice is made.
      hasDeposits: env.DEPOSIT_INVOICES !== "off",
      isMadeAtRelease: false,
      firstNumber: 1,
      namesAssessments: false,
    },
    charges: {
      ...{ answerDays: 14, vatRate: 20, freeMiles: 0, milePence: null, secondVisit: null },
      ...{ "notHeld-unwell": null, "notHeld-refused": null, "notHeld-not-at-home": null },
      ...{ "notHeld-unsafe": null, "notHeld-no-interpreter": null, "notHeld-not-needed": null },
      ...{ "notHeld-other": null, lateCancellation: [], interpreter: null, papersHour: null },
    },
    logo: { png: "", hash: "", width: 0, height: 0 },
    retention: {
      mailDays: env.RETAIN_MAIL_DAYS,
      cancelledMonths: env.RETAIN_CANCELLED_MONTHS,
      completedYears: env.RETAIN_COMPLETED_YEARS,
      assessorDays: 30,
      commentDays: 30,
    },
    documents: { maxMegabytes: 10, reportDays: 10, needsTwoPeople: false, reportFooter: "" },
    checks: {
      ...{ easyReadBy: "", easyReadOn: "", welshBy: "", welshOn: "" },
      ...{ welshEasyReadBy: "", welshEasyReadOn: "", finderBy: "", finderOn: "" },
    },
    switches: { analytics: true, errorReports: true, maps: false },
    restored: { backupAt: "", restoredAt: "" },
    mailTexts: { footer: "", texts: {} },
    status: { text: "", isProblem: false, until: "" },
  };
}

export const SEEDED_GROUPS = ["company", "retention"] as const satisfies GroupName[];
