import { z } from "zod";
import { isIsoDate } from "#app/platform/dates.ts";
import type { GroupName, SettingsGroups } from "./values.ts";
import { line, lines, whole, ticked, dayOrNone, webAddress, accent, listOf } from "./form-values.ts";

export type FieldSpec = {
  name: string;
  label: string;
  hint?: string;
  kind: "line" | "lines" | "number" | "check";
  isOptional?: boolean;
  /** Of `lines`. */
  rows?: number;
  /** Stands above the field, which begins a part of the page. */
  heading?: string;
};

export type SettingsPage<Name extends GroupName = GroupName> = {
  group: Name;
  title: string;
  lead: string;
  fields: (FieldSpec & { name: keyof SettingsGroups[Name] & string })[];
  schema: z.ZodType<SettingsGroups[Name]>;
};

type Kind = FieldSpec["kind"];
type More = Pick<FieldSpec, "heading" | "hint">;

const fieldOf =
  (kind: Kind, isOptional = false) =>
  <Name extends string>(name: Name, label: string, more: More = {}) => ({
    name,
    label,
    kind,
    ...(isOptional && { isOptional }),
    ...more,
  });

const lineField = fieldOf("line");
const optionalLine = fieldOf("line", true);
const optionalLines = fieldOf("lines", true);
const number = fieldOf("number");
const check = fieldOf("check");

const company: SettingsPage<"company"> = {
  group: "company",
  title: "Company",
  lead: "Who you are. These details stand on every page, the paper form, e-mails, the privacy notice and the API's description.",
  fields: [
    lineField("name", "Name of the service"),
    lineField("phone", "Phone number", { heading: "How to reach you" }),
    lineField("email", "E-mail address"),
    optionalLine("hours", "Opening hours", { hint: "Such as Monday to Friday, 9am to 5pm" }),
    optionalLines("tradingAddress", "Trading address", { heading: "Addresses" }),
    optionalLines("registeredAddress", "Registered address", { hint: "If it is another one" }),
    optionalLine("companyNumber", "Company number", { heading: "Registrations" }),
    optionalLine("vatNumber", "VAT number"),
    optionalLine("icoNumber", "ICO registration number"),
    optionalLines("bankDetails", "Bank details", {
      heading: "Payment",
      hint: "For customers who pay by bank transfer. They stand on booking confirmations and in invoice e-mails.",
    }),
    lineField("accent", "Accent colour", {
      heading: "Look",
      hint: "Such as #0b5d5a: buttons, links and the mark in the header",
    }),
    optionalLine("privacyUrl", "Address of your own privacy notice", {
      heading: "Your own documents",
      hint: "Empty for the built-in one",
    }),
    optionalLine("termsUrl", "Address of your own terms", { hint: "Empty for the built-in ones" }),
  ],
  schema: z.object({
    name: line(80, { isRequired: "Enter the name of the service." }),
    phone: line(40).refine((text) => /^\+?[\d ()-]{5,}$/.test(text), {
      error: "Enter a phone number such as 020 7946 0000.",
    }),
    email: line(254).refine((text) => z.email().safeParse(text).success, {
      error: "Enter an e-mail address such as name@example.org.",
    }),
    hours: line(120),
    tradingAddress: lines(300),
    registeredAddress: lines(300),
    companyNumber: line(40),
    vatNumber: line(40),
    icoNumber: line(40),
    bankDetails: lines(400),
    accent,
    privacyUrl: webAddress,
    termsUrl: webAddress,
  }),
};

const retention: SettingsPage<"retention"> = {
  group: "retention",
  title: "Retention",
  lead: "How long personal data is kept. The privacy notice says the same, and the nightly clean-up follows at once. UK GDPR: no longer than needed; accounts: at least six years.",
  fields: [
    number("mailDays", "Text of sent e-mails, in days", { hint: "1 to 365" }),
    number("cancelledMonths", "Bookings that were cancelled or never confirmed, in months", {
      hint: "1 to 36",
    }),
    number("completedYears", "Bookings that were carried out, in years", { hint: "6 to 20" }),
  ],
  schema: z.object({ mailDays: whole(1, 365), cancelledMonths: whole(1, 36), completedYears: whole(6, 20) }),
};

const switches: SettingsPage<"switches"> = {
  group: "switches",
  title: "Analytics and error reports",
  lead: "Both also need their key in the environment: without it they are off, whatever is ticked here.",
  fields: [
    check("analytics", "Count visits of the booking form with Google Analytics (ANALYTICS_ID)"),
    check("errorReports", "Send technical reports of faults to Sentry (SENTRY_DSN)"),
  ],
  schema: z.object({ analytics: ticked, errorReports: ticked }),
};

const status: SettingsPage<"status"> = {
  group: "status",
  title: "Status line",
  lead: "The line under the header says that the system is operational. You can put another one in its place for some days.",
  fields: [
    optionalLine("text", "Status line", { hint: "Such as: Our phones are closed on Monday 31 May." }),
    check("isProblem", "Show it as a problem"),
    optionalLine("until", "Last day to show it", { hint: "Such as 2027-05-31" }),
  ],
  schema: z
    .object({ text: line(200), isProblem: ticked, until: dayOrNone })
    .refine(({ text, until }) => text === "" || until !== "", {
      path: ["until"],
      error: "Enter the last day on which the line is to be shown.",
    }),
};

const MOST_CLOSED_DAYS = 200;
const REMINDERS = "Enter up to five numbers of days from 1 to 60, such as 3, 7.";

const rules: SettingsPage<"rules"> = {
  group: "rules",
  title: "Booking rules",
  lead: "When you can be booked, what you promise, and which fees may come on top. Fees are shown, and never added to a price by themselves.",
  fields: [
    number("noticeDays", "Notice, in days", {
      heading: "Dates",
      hint: "From today to the first day that can be asked for: 1 to 90",
    }),
    number("furthestDays", "Furthest date, in days from today", { hint: "Up to 730; 0 for no end" }),
    check("hasWeekends", "Weekends can be asked for"),
    optionalLines("closedDays", "Closed days", {
      hint: "One a line, such as 2027-12-27. They can still be asked for; the page says that you may suggest another day.",
    }),
    number("promiseHours", "Contact promise, in hours", { heading: "Promises", hint: "1 to 240" }),
    optionalLine("reminderDays", "Reminders of the referral forms, in days after the booking", {
      hint: "Such as 3, 7; empty for none",
    }),
    number("depositPercent", "Deposit, in per cent of the price", {
      heading: "Money",
      hint: "1 to 99, for bookings that are paid later. Bookings that were made before keep their share.",
    }),
    optionalLine("urgentFee", "Fee for urgent assessments", {
      hint: "In words, such as: £150 within 3 days. Empty to say only that fees may apply.",
    }),
    optionalLine("travelFee", "Travel fee", {
      hint: "In words, such as: £1 a mile over 30 miles from Cardiff",
    }),
  ],
  schema: z
    .object({
      noticeDays: whole(1, 90),
      hasWeekends: ticked,
      furthestDays: whole(0, 730),
      closedDays: listOf(
        (row) => (isIsoDate(row) ? row : null),
        "Enter days such as 2027-12-27, one a line.",
        MOST_CLOSED_DAYS,
      ),
      promiseHours: whole(1, 240),
      reminderDays: listOf(
        (row) => (/^([1-9]|[1-5]\d|60)$/.test(row) ? Number(row) : null),
        REMINDERS,
        5,
      ).transform((days) => [...new Set(days)]),
      depositPercent: whole(1, 99),
      urgentFee: line(120),
      travelFee: line(120),
    })
    .refine(({ noticeDays, furthestDays }) => furthestDays === 0 || furthestDays >= noticeDays + 14, {
      path: ["furthestDays"],
      error: "Leave at least two weeks between the notice and the furthest date.",
    }),
};

const PAGES = { rules, company, retention, switches, status };

type PageSlug = keyof typeof PAGES;

export const SETTINGS_PAGES = PAGES as unknown as Record<PageSlug, SettingsPage>;

export function settingsPage(slug: string): SettingsPage | undefined {
  return Object.hasOwn(PAGES, slug) ? SETTINGS_PAGES[slug as PageSlug] : undefined;
}

export function asFormValues(page: SettingsPage, value: object): Record<string, string> {
  const values = value as Record<string, unknown>;
  return Object.fromEntries(page.fields.map(({ name, kind }) => [name, asControl(values[name], kind)]));
}

/** A control of one line would lose the line breaks of a list. */
function asControl(value: unknown, kind?: FieldSpec["kind"]): string {
  if (typeof value === "boolean") return value ? "on" : "";
  if (Array.isArray(value)) return value.join(kind === "lines" ? "\n" : ", ");
  return String(value ?? "");
}

export function inWords(page: SettingsPage, name: string, value: unknown): { field: string; value: string } {
  const spec = page.fields.find((field) => field.name === name);
  const words = typeof value === "boolean" ? (value ? "Yes" : "No") : asControl(value, spec?.kind);
  return { field: spec?.label ?? name, value: words === "" ? "(empty)" : words };
}
