import type { z } from "zod";
import type { OfferSettings } from "./offer.ts";
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

export const SEEDED_GROUPS = ["company", "retention"] as const satisfies GroupName[];
