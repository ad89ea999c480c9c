/** How long personal data is kept, for both the privacy notice and the nightly purge. */

/** Periods of tables with rows about people. `booking`: until its booking is erased. `record`: as long as bookings that
 * were carried out. `account`: until its owner asks. `staff`: while somebody works here. `days`: a day or two. */
export type Period =
  | "draft"
  | "mail"
  | "booking"
  | "record"
  | "unsent-report"
  | "readers-comment"
  | "concern"
  | "invoices"
  | "bank-lines"
  | "referral-list"
  | "account"
  | "staff"
  | "days";

type RetentionPeriods = { mailDays: number; cancelledMonths: number; completedYears: number };
/** `assessorDays`: an assessor opens a visit until so many days after its booking was completed. `commentDays`: after
 * the release of the report. */
type AllPeriods = RetentionPeriods & { assessorDays: number; commentDays: number };

/** How long a draft is kept after its last change. */
export const DRAFT_HOURS = 48;

const DAY_MS = 86_400_000;

function monthsBefore(now: Date, months: number): Date {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date;
}

/** Records older than these instants (UTC) are deleted. */
export function retentionCutoffs(periods: RetentionPeriods, now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  return {
    mailBodies: daysAgo(periods.mailDays),
    /** Cancelled or never confirmed, since their last change. */
    unrealisedBookings: monthsBefore(now, periods.cancelledMonths).toISOString(),
    /** Confirmed or completed bookings, complaints and the audit log. */
    realisedBookings: monthsBefore(now, periods.completedYears * 12).toISOString(),
    rateLimits: daysAgo(1),
  };
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** The rows of the privacy notice: those of the periods in `used`, and those of no table. */
export function retentionInWords(
  periods: AllPeriods,
  backupDays: number,
  used: ReadonlySet<Period>,
): { what: string; howLong: string }[] {
  const rows: { of?: Period[]; what: string; howLong: string }[] = [
    {
      of: ["draft"],
      what: "A booking form you started and did not send",
      howLong: plural(DRAFT_HOURS, "hour"),
    },
    { of: ["mail"], what: "The text of emails we sent", howLong: plural(periods.mailDays, "day") },
    {
      of: ["booking"],
      what: "Bookings that were cancelled or never confirmed, with their referral forms, documents and visits",
      howLong: `${plural(periods.cancelledMonths, "month")} after the last change`,
    },
    {
      of: ["booking", "record"],
      what: "Bookings that were carried out, with their referral forms, documents and visits; complaints; the record of who opened what",
      howLong: `${plural(periods.completedYears, "year")} after the last change`,
    },
    {
      of: ["unsent-report"],
      what: "A report that an assessor began to write here and did not send",
      howLong: `${plural(periods.cancelledMonths, "month")} after the last change`,
    },
    {
      of: ["readers-comment"],
      what: "Comments of a second reader on a report, before it is released",
      howLong: `${plural(periods.commentDays, "day")} after the release; longer while a complaint is open`,
    },
    {
      what: "An assessor’s access to the person they visited",
      howLong: `${plural(periods.assessorDays, "day")} after the booking was completed`,
    },
    {
      of: ["concern"],
      what: "Safeguarding concerns: they protect people, so they are also kept when a person asks to be erased",
      howLong: `${plural(periods.completedYears, "year")} after the last entry`,
    },
    {
      of: ["invoices"],
      what: "Invoices and credit notes, which accounts and tax need; without your name once you are erased, unless they show VAT",
      howLong: "6 years after the end of their year",
    },
    {
      of: ["bank-lines"],
      what: "Lines of our bank account about money that came in, until we know what they pay",
      howLong: "1 year",
    },
    {
      of: ["referral-list"],
      what: "A list of referrals that somebody uploaded",
      howLong: "7 days after its last booking was made, or 14 days after the upload when none was",
    },
    { what: "Encrypted backups of all this", howLong: plural(backupDays, "day") },
  ];
  return rows
    .filter(({ of }) => of?.some((period) => used.has(period)) ?? true)
    .map(({ what, howLong }) => ({ what, howLong }));
}
