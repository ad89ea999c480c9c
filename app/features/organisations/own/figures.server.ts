import type { Deps } from "#app/deps.server.ts";
import { daysAsked } from "#app/features/billing/own/statement-page.server.ts";
import { agreementsOf } from "#app/features/organisations/record/agreements.server.ts";
import { readFacts, type DaysRun } from "#app/features/quality/booking-facts.server.ts";
import { csvFile } from "#app/kit/csv.server.ts";
import { addDays, formatDate, londonDate, startOfLondonDay } from "#app/platform/dates.ts";
import { clockFigures, reasonRows, type ClockRun } from "./figures.ts";

const SAYS = {
  referrals: "Bookings made in these days, those that were cancelled since too.",
  visited: "Of these, bookings with a visit that took place, in full or in part.",
  reported: "Of these, bookings whose report was released, and not withdrawn.",
  returned: "Times that a report of these bookings was sent back to its author before its release.",
  contact:
    "Hours from the booking until the referrer was reached, or a visit was agreed or offered. Without bookings that were taken by telephone.",
  visit: "Working days from the day of the booking to the first visit that took place.",
  report: "Working days from the last visit that took place to the first release of the report.",
  reasons:
    "Visits of these bookings that did not take place, by the reason. Fewer than 5 are not counted here.",
};

/** Figures of the bookings that an organisation made in the London days that an address asks for. */
export async function readFigures(deps: Deps, organisationId: string, { searchParams }: URL) {
  const today = londonDate(deps.clock.now());
  const { from, until } = daysAsked(searchParams, today);
  const bookings = await deps.db
    .selectFrom("bookings")
    .select(["id", "created_at", "status", "channel", "agreement_id"])
    .where("organisation_id", "=", organisationId)
    .where("created_at", ">=", startOfLondonDay(from).toISOString())
    .where("created_at", "<", startOfLondonDay(addDays(until, 1)).toISOString())
    .execute();
  const agreements = new Map((await agreementsOf(deps, organisationId)).map(({ id, terms }) => [id, terms]));
  const clocks: Record<"contact" | "visit" | "report", ClockRun[]> = { contact: [], visit: [], report: [] };
  const facts = await readFacts(deps, bookings);
  for (const { booking, isOpen, contact, toVisit, toReport } of facts) {
    const terms = agreements.get(booking.agreement_id ?? "");
    const contactHours = terms?.contactHours ?? null;
    if (contact)
      clocks.contact.push({
        took: contact.isMade ? contact.hours : null,
        agreed: contactHours,
        isLate: isOpen && contactHours !== null && contact.hours > contactHours,
      });
    const run = ({ took, runsFor }: DaysRun, agreed: number | null = null) => ({
      took,
      agreed,
      isLate: isOpen && runsFor !== null && runsFor > (agreed ?? Infinity),
    });
    clocks.visit.push(run(toVisit, terms?.visitDays));
    clocks.report.push(run(toReport, terms?.reportDays));
  }
  const why = Map.groupBy(
    facts.flatMap(({ notHeld }) => notHeld),
    ({ reason }) => reason,
  );
  const visited = facts.filter(({ held }) => held.length > 0).length;
  const reported = facts.filter(({ released }) => released).length;
  const returned = facts
    .flatMap(({ versions }) => versions)
    .filter(({ state }) => state === "returned").length;
  return {
    from,
    until,
    period: `${formatDate(from)} to ${formatDate(until)}`,
    counts: [
      { name: "Referrals", value: bookings.length, says: SAYS.referrals },
      { name: "Visited", value: visited, says: SAYS.visited },
      { name: "Reported", value: reported, says: SAYS.reported },
      { name: "Reports returned by the reviewer", value: returned, says: SAYS.returned },
    ],
    clocks: [
      { name: "Booking to first contact", says: SAYS.contact, ...clockFigures(clocks.contact, "hours") },
      { name: "Booking to visit", says: SAYS.visit, ...clockFigures(clocks.visit, "days") },
      { name: "Visit to report", says: SAYS.report, ...clockFigures(clocks.report, "days") },
    ],
    reasons: reasonRows((reason) => why.get(reason)?.length ?? 0),
    reasonsSay: SAYS.reasons,
  };
}

export type OrganisationFigures = Awaited<ReturnType<typeof readFigures>>;

/** The figures as a file: one a row, each with what it counts. */
export function figuresFile(figures: OrganisationFigures): Response {
  const { from, until, counts, clocks, reasons, reasonsSay, period } = figures;
  const rows = [
    ...counts.map(({ name, value, says }) => [name, value, says]),
    ...clocks.flatMap(({ name, says, count, median, ninth, within }) => [
      [`${name}: counted`, count, says],
      [`${name}: median`, median, says],
      [`${name}: 90th percentile`, ninth, says],
      [`${name}: within the agreement`, within, says],
    ]),
    ...reasons.map(({ name, value }) => [`Visit did not take place: ${name}`, value, reasonsSay]),
  ];
  return csvFile(`figures-${from}-${until}.csv`, [["Figure", period, "What it counts"], ...rows]);
}
