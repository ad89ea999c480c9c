import { z } from "zod";
import {
  declare,
  declareChoice,
  fieldsOf,
  type Declared,
  type DeclaredFields,
  type FieldSpec,
  type ValuesOf,
} from "#app/forms/declared-fields.ts";
import { assessmentIdOf, findAssessment } from "#app/features/catalogue/catalogue.ts";
import { formatLongDate, isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { DEFAULT_ACCENT } from "./colour.ts";
import { CHECKED_TEXT_KEYS, CHECKED_TEXTS, type CheckedText, type Checks } from "./checked-texts.ts";
import {
  line,
  lines,
  whole,
  ticked,
  dayOrNone,
  webAddress,
  accent,
  listOf,
  poundsOrNone,
} from "./form-values.ts";

import { TEXT_WORDS, textWords } from "./text-words.ts";
import { isUkVatNumber, plainVatNumber, UK_VAT_NUMBER } from "./vat-number.ts";

type More = Pick<Declared, "heading" | "hint" | "initial">;

const lineField = declare("line");
const optionalLine = declare("line", true);
const optionalLines = declare("lines", true);
const optionalDay = declare("day", true);
const number = (label: string, [least, most]: [number, number], more: More = {}) =>
  declare("number")(label, whole(least, most), { hint: `${least} to ${most}`, ...more });
const check = (label: string, more: More = {}) => declare("check")(label, ticked, more);

/** A page whose form sets the group of its name. Each rule is about several fields, and refuses at `path`. */
function page<Fields extends DeclaredFields>(
  title: string,
  lead: string,
  declared: Fields,
  ...rules: { path: string; error: string; holds: (values: ValuesOf<Fields>) => boolean }[]
) {
  const { schema, fields } = fieldsOf(declared);
  const initial = Object.entries(declared).map(([name, one]) => [
    name,
    one.initial ?? one.schema.safeParse("").data,
  ]);
  return {
    title,
    lead,
    fields,
    /** Values until the page is saved. The environment says what has no value here. */
    initial: Object.fromEntries(initial) as ValuesOf<Fields>,
    schema: rules.reduce((all, { holds, path, error }) => all.refine(holds, { path: [path], error }), schema),
  };
}

const vatNumber = line(40)
  .transform(plainVatNumber)
  .refine((number) => number === "" || isUkVatNumber(number), UK_VAT_NUMBER);

const company = page(
  "Company",
  "Who you are. These details appear on every page, the paper form, emails, the privacy notice and the API's description.",
  {
    name: lineField("Name of the service", line(80, { isRequired: "Enter the name of the service." })),
    phone: lineField(
      "Phone number",
      line(40).refine((text) => /^\+?[\d ()-]{5,}$/.test(text), {
        error: "Enter a phone number such as 020 7946 0000.",
      }),
      { heading: "How to reach you" },
    ),
    email: lineField(
      "Email address",
      line(254).refine((text) => z.email().safeParse(text).success, {
        error: "Enter an email address such as name@example.org.",
      }),
    ),
    hours: optionalLine("Opening hours", line(120), { hint: "Such as Monday to Friday, 9am to 5pm" }),
    tradingAddress: optionalLines("Trading address", lines(300), { heading: "Addresses" }),
    registeredAddress: optionalLines("Registered address", lines(300), {
      hint: "If different from the trading address",
    }),
    companyNumber: optionalLine("Company number", line(40), { heading: "Registrations" }),
    vatNumber: optionalLine("VAT number", vatNumber, {
      hint: "Such as GB123456782. Without one, no page, mail or invoice says that a price includes VAT.",
    }),
    vatFrom: optionalDay("Registered for VAT from", dayOrNone, {
      hint: "Prices say that they include VAT, and invoices charge it, from this day. Empty for always.",
    }),
    icoNumber: optionalLine("ICO registration number", line(40)),
    registers: optionalLine("Registers of your assessors", line(200), {
      heading: "Who assesses",
      hint: "Such as Social Work England and the HCPC. The first page names them.",
    }),
    sampleReportUrl: optionalLine("Address of a sample report", webAddress, {
      hint: "Of an invented person. The first page links to it.",
    }),
    bankDetails: optionalLines("Bank details", lines(400), {
      heading: "Payment",
      hint: "For customers who pay by bank transfer. Shown on booking confirmations and in invoice emails.",
    }),
    accent: declare("colour")("Accent colour", accent, {
      initial: DEFAULT_ACCENT,
      heading: "Look",
      hint: "Such as #0b5d5a: buttons, links and the mark in the header",
    }),
    privacyUrl: optionalLine("Address of your own privacy notice", webAddress, {
      heading: "Your own documents",
      hint: "Empty for the built-in one",
    }),
    termsUrl: optionalLine("Address of your own terms", webAddress, { hint: "Empty for the built-in ones" }),
  },
  {
    path: "vatNumber",
    error: "Enter the VAT number that you have from this day, or leave the day empty.",
    holds: ({ vatNumber, vatFrom }) => vatFrom === "" || vatNumber !== "",
  },
);

const invoices = page(
  "Invoices",
  "Who makes your invoices, and how. Company has your name, address, VAT number and bank details, and the price lists have the VAT rate.",
  {
    maker: declareChoice("Invoices are made", {
      here: {
        label: "Here",
        hint: "We number them, mail them, and keep what was paid. No other service is needed.",
      },
      xero: { label: "By Xero", hint: "Needs Xero’s keys in the environment." },
      nowhere: { label: "Nowhere", hint: "Bookings wait for their invoice in the outbox." },
    }),
    hasDeposits: check("Bookings that are paid later get an invoice for the deposit at once", {
      hint: "Otherwise no page or mail speaks of a deposit, and the whole price is due after the assessment.",
    }),
    isMadeAtRelease: check("Make the invoice when the report is released", {
      hint: "For invoices made here. Otherwise completed bookings wait on Payments until you make it.",
    }),
    firstNumber: number("First invoice number", [1, 899_999], {
      initial: 1,
      heading: "Invoices made here",
      hint: "Such as 412 where your last invoice was 411. It counts until the first invoice is made here.",
    }),
    namesAssessments: check("Invoices name the assessments", {
      hint: "Otherwise they say “Assessment” with the booking’s reference: an invoice passes through many hands.",
    }),
  },
);

const retention = page(
  "Retention",
  "How long personal data is kept. The privacy notice says the same, and the nightly clean-up follows at once. UK GDPR: no longer than needed; accounts: at least six years.",
  {
    mailDays: number("Text of sent emails, in days", [1, 365]),
    cancelledMonths: number("Bookings that were cancelled or never confirmed, in months", [1, 36]),
    completedYears: number("Bookings that were carried out, in years", [6, 20]),
    assessorDays: number("Assessors’ access to a visit after its booking was completed, in days", [1, 365], {
      initial: 30,
    }),
    commentDays: number("Comments of second readers after the report’s release, in days", [1, 365], {
      initial: 30,
    }),
  },
);

const switches = page(
  "Analytics and error reports",
  "Which data is sent to other companies. Analytics and error reports also need their key in the environment: without it they are off, whatever is ticked here.",
  {
    analytics: check("Count visits of the booking form with Google Analytics (ANALYTICS_ID)", {
      initial: true,
    }),
    errorReports: check("Send technical reports of faults to Sentry (SENTRY_DSN)", { initial: true }),
    maps: check(
      "Link the places of visits to OpenStreetMap: an assessor who presses Map sends it the address",
      { heading: "Maps" },
    ),
  },
);

const status = page(
  "Status line",
  "The line under the header says that the system is operational. You can replace it for some days.",
  {
    text: optionalLine("Status line", line(200), {
      hint: "Such as: Our phones are closed on Monday 31 May.",
    }),
    isProblem: check("Show it as a problem"),
    until: optionalDay("Last day to show it", dayOrNone),
  },
  {
    path: "until",
    error: "Enter the last day on which the line is to be shown.",
    holds: ({ text, until }) => text === "" || until !== "",
  },
);

const MAX_CLOSED_DAYS = 200;

const closedDays = listOf(
  (row) => (isIsoDate(row) ? row : null),
  "Enter days such as 2027-12-27, one a line.",
  MAX_CLOSED_DAYS,
);

const reminderDays = listOf(
  (row) => (/^([1-9]|[1-5]\d|60)$/.test(row) ? Number(row) : null),
  "Enter up to five numbers of days from 1 to 60, such as 3, 7.",
  5,
).transform((days) => [...new Set(days)]);

const rules = page(
  "Booking rules",
  "When customers can book you, what you promise, and which fees may apply. Customers see the fees; no price includes them automatically.",
  {
    noticeDays: number("Notice, in days", [1, 90], {
      heading: "Dates",
      hint: "From today to the first day a customer can choose: 1 to 90",
    }),
    furthestDays: number("Furthest date, in days from today", [0, 730], {
      hint: "Up to 730; 0 for two years",
    }),
    hasWeekends: check("Customers can choose weekend dates"),
    closedDays: optionalLines("Closed days", closedDays, {
      hint: "One a line, such as 2027-12-27. They can still be chosen; the page says that you may suggest another day.",
    }),
    closesBankHolidays: check("Close bank holidays"),
    promiseHours: number("Contact promise, in hours", [1, 240], { heading: "Promises" }),
    reminderDays: optionalLine("Reminders of the referral forms, in days after the booking", reminderDays, {
      hint: "Such as 3, 7; empty for none",
    }),
    depositPercent: number("Deposit, in per cent of the price", [1, 99], {
      heading: "Money",
      hint: "1 to 99, for bookings that are paid later. Earlier bookings keep the rate of their day.",
    }),
    invoiceReminderDays: optionalLine(
      "Reminders of an unpaid invoice, in days after it was due",
      reminderDays,
      { hint: "Such as 1, 7, 14; empty for none." },
    ),
    urgentFee: optionalLine("Fee for urgent assessments", line(120), {
      hint: "In words, such as: £150 within 3 days. Empty to say only that fees may apply.",
    }),
    travelFee: optionalLine("Travel fee", line(120), {
      hint: "In words, such as: £1 a mile over 30 miles from Cardiff",
    }),
    cancelFee: optionalLine("Fee for cancelling", line(200), {
      hint: "In words, such as: £150 within 3 days of the visit. Private persons may cancel free of charge for 14 days.",
    }),
  },
  {
    path: "furthestDays",
    error: "Leave at least two weeks between the notice and the furthest date.",
    holds: ({ noticeDays, furthestDays }) => furthestDays === 0 || furthestDays >= noticeDays + 14,
  },
);

const MAX_CHOSEN = 50;

const times = page(
  "Times to choose",
  "Referrers see free times and choose one, on the page after Confirm and on their booking’s page. Off until you name an assessment and tick a kind of visit. To you go, as before: urgent bookings, an interpreter, a known risk or something to arrange (two people may have to go), an open safeguarding concern, an unknown postcode, a restriction of the person’s data, and a booking that already had a visit or an open request.",
  {
    assessments: optionalLines(
      "Assessments whose time referrers choose",
      listOf((row) => row, "Enter names of assessments, one a line.", MAX_CHOSEN),
      { hint: "Their names, one a line; empty for none. All of a booking must be among them." },
    ),
    isFaceToFace: check("Face-to-face visits", { heading: "Kinds of visit" }),
    isVirtual: check("Virtual visits"),
    asksFirst: check("Ask the assessor first", {
      heading: "Before it is agreed",
      hint: "The visit is agreed once the assessor accepts, within 24 hours. Otherwise at once.",
    }),
    asksWaiting: check("Ask those who wait when a time falls free", {
      initial: true,
      heading: "Waiting list",
      hint: "By email, one after another: who asked for an earlier date than the agreed one. The first to press has the time.",
    }),
  },
);

const LATE_ROW = /^(\d{1,3})(?:\s*:\s*|\s+)(\d{1,3})\s*%?$/;

/** `72: 25`: hours before the visit, and per cent of the price. */
const lateRows = listOf(
  (row) => {
    const [, hours = "", percent = ""] = LATE_ROW.exec(row) ?? [];
    return hours !== "" && Number(hours) > 0 && Number(percent) <= 100
      ? `${Number(hours)}: ${Number(percent)}`
      : null;
  },
  "Enter up to ten lines such as 72: 25, the hours and then the per cent of the price.",
  10,
);

const notHeld = (label: string, more: More = {}) => declare("pounds", true)(label, poundsOrNone, more);

const charges = page(
  "Charges",
  "What may be charged beyond the price. We propose a charge when something happened that a rule is about; nothing is charged before the customer agrees. Amounts include VAT; an empty one proposes nothing.",
  {
    answerDays: number("Days in which a customer can answer", [1, 60], { initial: 14 }),
    vatRate: number("VAT rate of charges, in per cent", [0, 50], {
      initial: 20,
      hint: "Invoices show it only where Company has a VAT number.",
    }),
    freeMiles: number("Free miles", [0, 999], {
      initial: 0,
      heading: "Travel",
      hint: "There and back: 0 to 999",
    }),
    milePence: declare("pounds", true)("Then for each mile, in pounds", poundsOrNone, {
      hint: "Such as 0.55. Customers read it before they book, where the booking rules have no travel fee in words.",
    }),
    secondVisit: declare("pounds", true)("Second visit, in pounds", poundsOrNone, {
      heading: "Visits",
      hint: "Proposed when a visit was held in part",
    }),
    "notHeld-unwell": notHeld("Not held: the person was unwell", { hint: "In pounds; often nothing" }),
    "notHeld-refused": notHeld("Not held: the person refused"),
    "notHeld-not-at-home": notHeld("Not held: nobody was at home"),
    "notHeld-unsafe": notHeld("Not held: it was unsafe"),
    "notHeld-no-interpreter": notHeld("Not held: no interpreter came"),
    "notHeld-not-needed": notHeld("Not held: no assessment is needed"),
    "notHeld-other": notHeld("Not held: another reason"),
    lateCancellation: optionalLines("Late cancellation", lateRows, {
      hint: "One a line, hours before the visit and per cent of the price, such as 72: 25. Private persons cancel free of charge for 14 days.",
    }),
    interpreter: declare("pounds", true)("Interpreter, in pounds", poundsOrNone, { heading: "More" }),
    papersHour: declare("pounds", true)("Further papers, in pounds an hour", poundsOrNone),
  },
);

const documents = page(
  "Documents and reports",
  "Papers that come in for a booking, and the report that goes out.",
  {
    maxMegabytes: number("Largest file, in megabytes", [10, 25], { initial: 10 }),
    reportDays: number("Working days from the visit to the report", [1, 60], {
      initial: 10,
      heading: "Reports",
    }),
    askDays: number("Days for questions to clarify a report, from the day it was sent", [1, 90], {
      initial: 28,
      heading: "Questions about a report",
    }),
    askDaysFor: declareChoice(
      "The days apply to",
      { court: "Reports for proceedings", all: "Every report" },
      { initial: "court", hint: "Without a last day, recipients ask for as long as their link works." },
    ),
    answerDays: number("Working days to answer them", [1, 60], { initial: 10 }),
    needsTwoPeople: check("Another person than the uploader must release a report"),
    sampleEvery: number("Read again one in so many released reports", [0, 100], {
      initial: 0,
      hint: "0 for none. The assessor learns what the reader found, no customer does.",
    }),
    samplesFirst: check("Read again each assessor’s first five released reports, too"),
    reportFooter: optionalLine("Line at the foot of each page of a report written here", line(120), {
      hint: "Such as a company or a registration number. Empty for none.",
    }),
  },
);

const recalls = page(
  "Look again",
  "Capacity is for a time. At its release a report may name the day to look again, and the referrer may agree to one email six weeks before. It has a link to book again and no word about health.",
  {
    isOn: check("Remind referrers who agreed to it"),
    assessments: optionalLines(
      "Assessments that you look at again by default",
      listOf((row) => row, "Enter names of assessments, one a line.", MAX_CHOSEN),
      {
        hint: "Their names, one a line; empty for none. A day in the report comes first.",
        heading: "Default",
      },
    ),
    months: number("Months from the release", [1, 60], { initial: 12 }),
  },
);

/** Who should check each text. */
const CHECKERS: Record<CheckedText, string> = {
  easyRead: "Somebody who needs easy read, or who writes it. The letter does not name them.",
  welsh: "Somebody who speaks Welsh as a first language. The letter does not name them.",
  welshEasyRead: "Somebody who speaks Welsh and knows easy read. The letter does not name them.",
  afterPlain: "A senior assessor, with somebody who was assessed once. The letter does not name them.",
  afterEasyRead: "Somebody who needs easy read. The letter does not name them.",
  finder: "A lawyer, or an assessor who knows the law. The result's page names them, with the day.",
};

const checkFields = Object.fromEntries(
  CHECKED_TEXT_KEYS.flatMap((text) => {
    const { name } = CHECKED_TEXTS[text];
    return [
      [`${text}By`, optionalLine(`${name}: checked by`, line(120), { heading: name, hint: CHECKERS[text] })],
      [`${text}On`, optionalDay(`${name}: day of the check`, dayOrNone)],
    ];
  }),
) as Record<`${CheckedText}By`, Declared<ReturnType<typeof line>>> &
  Record<`${CheckedText}On`, Declared<typeof dayOrNone>>;

const WHO_AND_WHEN = "Enter both the name and the day, or leave both empty.";

const checks = page(
  "Checked texts",
  "Letters and texts that somebody with the right knowledge should read before you use them. Name who checked each, and when. Until then a letter is not offered, and nothing says that it was checked.",
  checkFields,
  ...CHECKED_TEXT_KEYS.flatMap((text) =>
    (["By", "On"] as const).map((part) => ({
      path: `${text}${part}`,
      error: WHO_AND_WHEN,
      holds: (values: Checks) =>
        values[`${text}${part}`] !== "" || values[`${text}${part === "By" ? "On" : "By"}`] === "",
    })),
  ),
);

const says = (label: string, name: keyof typeof TEXT_WORDS, more: More = {}) =>
  declare("lines")(label, textWords, { initial: TEXT_WORDS[name], rows: 3, ...more });

const texts = page(
  "Text messages",
  "Texts beside the mails: to referrers who agreed to hear from you, and to the contact where the visit is, on mobile numbers of the UK. Whoever replies STOP gets none.",
  {
    agreed: check("A visit within 48 hours is agreed", { heading: "When to text" }),
    tomorrow: check("A visit is tomorrow: at 17:00 of the day before"),
    changed: check("A visit within 48 hours is moved or cancelled"),
    ceiling: number("Texts a month, at most", [1, 100_000], {
      initial: 500,
      heading: "How many",
      hint: "1 to 100,000. Once they are sent, mails go on alone until the next month, and you get a mail.",
    }),
    agreedText: says("Visit agreed", "agreed", {
      heading: "What they say",
      hint: "{practice}, {day}, {time}, {phone} and {reference} are filled in. At most 160 characters; a long name of the practice is shortened.",
    }),
    tomorrowText: says("Visit tomorrow", "tomorrow", {
      hint: "The reply 1 is in the booking’s history; 2, and any other words, ask you to call.",
    }),
    movedText: says("Visit moved", "moved"),
    cancelledText: says("Visit cancelled", "cancelled"),
  },
);

const organisations = page(
  "Organisations",
  "Firms, deputies and councils whose people book in its name and see its bookings together. An organisation sees only bookings made in its name or linked to it, and each of its members as much of these as their role and its choices let them.",
  { hasOrganisations: check("We work with organisations") },
);

const assurance = page(
  "Assurance",
  "What only you can state to a council or an NHS body. The assurance pack prints it; what is empty reads “Not stated”.",
  {
    dataProtectionOfficer: optionalLine("Data protection officer", line(200), {
      hint: "Name, email address and phone number",
      heading: "People",
    }),
    safetyOfficer: optionalLine("Clinical safety officer", line(200), {
      hint: "Name, profession and registration",
    }),
    hosting: optionalLines("Where the servers stand", lines(400), {
      hint: "Companies and countries, of the backups too",
      heading: "Data",
    }),
    countries: optionalLines("Countries of the companies that process data for you", lines(600), {
      hint: "One company a line, with the safeguard for data that leaves the United Kingdom",
    }),
    toolkit: optionalLine("Data Security and Protection Toolkit", line(200), {
      hint: "Organisation code, status and year",
      heading: "Certificates",
    }),
    cyberEssentials: optionalLine("Cyber Essentials", line(200), { hint: "Certificate and its last day" }),
    penetrationTest: optionalLine("Last penetration test", line(200), {
      hint: "By whom, on which day, and what is still open",
    }),
    insurance: optionalLine("Insurance", line(200), { hint: "Insurer, kind, amount and last day" }),
    careRegistration: optionalLine("Care Quality Commission", line(200), {
      hint: "Registration and last inspection, or why none is needed",
    }),
  },
);

/** The pages by the name of their group, which is also their address. */
export const SETTINGS_PAGES = {
  rules,
  company,
  invoices,
  times,
  charges,
  documents,
  recalls,
  checks,
  retention,
  switches,
  status,
  texts,
  organisations,
  assurance,
};

export type SettingsPage = (typeof SETTINGS_PAGES)[keyof typeof SETTINGS_PAGES];

/** The page's schema, plus what depends on the day (London): the status line's last day must not be past, and a text
 * was checked by today, and since it was last changed. */
export function schemaOn(page: SettingsPage, today: IsoDate) {
  if (page === checks)
    return checks.schema.superRefine((values, context) => {
      for (const text of CHECKED_TEXT_KEYS) {
        const { changedOn } = CHECKED_TEXTS[text];
        const on = values[`${text}On`];
        const message =
          on > today
            ? "This day is still to come. Enter the day of the check."
            : `The text was changed on ${formatLongDate(changedOn)}. Enter the day of a check since then.`;
        if (on !== "" && (on > today || on < changedOn))
          context.addIssue({ code: "custom", path: [`${text}On`], message });
      }
    });
  if (page === times || page === recalls)
    return (page as typeof times).schema.superRefine(({ assessments }, context) => {
      const unknown = assessments.find((row) => !findAssessment(assessmentIdOf(row)));
      const message = `“${unknown}” is no assessment that you offer.`;
      if (unknown !== undefined) context.addIssue({ code: "custom", path: ["assessments"], message });
    });
  if (page !== status) return page.schema;
  return status.schema.refine(({ text, until }) => text === "" || until === "" || until >= today, {
    path: ["until"],
    error: "This day is past: nobody would see the line. Enter today or a later day.",
  });
}

export const isPageName = (slug: string): slug is keyof typeof SETTINGS_PAGES =>
  Object.hasOwn(SETTINGS_PAGES, slug);

export function asFormValues(page: SettingsPage, value: object): Record<string, string> {
  const values = value as Record<string, unknown>;
  return Object.fromEntries(page.fields.map(({ name, kind }) => [name, asControl(values[name], kind)]));
}

/** A control of one line would lose the line breaks of a list. */
function asControl(value: unknown, kind?: FieldSpec["kind"]): string {
  if (typeof value === "boolean") return value ? "on" : "";
  if (kind === "pounds") return typeof value === "number" ? (value / 100).toFixed(2) : "";
  if (Array.isArray(value)) return value.join(kind === "lines" ? "\n" : ", ");
  return String(value ?? "");
}

export function inWords(page: SettingsPage, name: string, value: unknown): { field: string; value: string } {
  const spec = page.fields.find((field) => field.name === name);
  const chosen = spec?.options?.find((option) => option.value === value)?.label;
  const words =
    chosen ?? (typeof value === "boolean" ? (value ? "Yes" : "No") : asControl(value, spec?.kind));
  return { field: spec?.label ?? name, value: words === "" ? "(empty)" : words };
}
