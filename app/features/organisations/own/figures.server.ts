import { stringify } from "csv-stringify/sync";
import type { Deps } from "#app/deps.server.ts";
import { daysAsked } from "#app/features/billing/own/statement-page.server.ts";
import { agreementsOf } from "#app/features/organisations/record/agreements.server.ts";
import { workingDaysBetween } from "#app/features/booking/fields/working-days.server.ts";
import { visitsByBooking } from "#app/features/visits/record/find-visits.server.ts";
import type { VisitRow } from "#app/features/visits/record/tables.ts";
import { heldOf } from "#app/features/visits/record/visit-records.server.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import { addDays, formatDate, londonDate, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import { clockFigures, reasonRows, type ClockRun } from "./figures.ts";

const HOUR_MS = 3_600_000;

const dayOf = (instant: string) => londonDate(new Date(instant));

/** The earliest instant of each booking at which its referrer was reached, or a visit was agreed or offered. */
async function firstContacts({ db }: Pick<Deps, "db">, ids: readonly string[], visits: readonly VisitRow[]) {
  const reached = await byIds(ids, (piece) =>
    db
      .selectFrom("booking_contacts")
      .select(["booking_id", "at"])
      .where("booking_id", "in", piece)
      .where("outcome", "!=", "no-answer")
      .execute(),
  );
  const offered = await byIds(ids, (piece) =>
    db
      .selectFrom("time_offers")
      .select(["booking_id", "created_at as at"])
      .where("booking_id", "in", piece)
      .execute(),
  );
  const agreed = visits.map(({ booking_id, created_at: at }) => ({ booking_id, at }));
  const first = new Map<string, string>();
  for (const { booking_id: id, at } of [...reached, ...agreed, ...offered])
    if (at < (first.get(id) ?? "~")) first.set(id, at);
  return first;
}

async function readReports({ db }: Pick<Deps, "db">, bookingIds: readonly string[]) {
  const rows = await byIds(bookingIds, (piece) =>
    db
      .selectFrom("reports")
      .select(["booking_id", "state", "reviewed_at"])
      .where("booking_id", "in", piece)
      .where("state", "in", ["released", "returned"])
      .orderBy("reviewed_at")
      .execute(),
  );
  const released = rows.filter(({ state }) => state === "released").toReversed();
  return {
    returned: rows.length - released.length,
    /** The instant of the first release. */
    releasedAt: new Map(released.map(({ booking_id, reviewed_at }) => [booking_id, reviewed_at!])),
  };
}

/** Working days between two days, and whether so many have passed by another, remembered: bookings share few days. */
function countedDays() {
  const known = new Map<string, number>();
  return (day: IsoDate, until: IsoDate) => {
    const key = `${day}${until}`;
    const count = known.get(key) ?? workingDaysBetween(day, until);
    known.set(key, count);
    return count;
  };
}

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
  const now = deps.clock.now();
  const today = londonDate(now);
  const { from, until } = daysAsked(searchParams, today);
  const bookings = await deps.db
    .selectFrom("bookings")
    .select(["id", "created_at", "status", "channel", "agreement_id"])
    .where("organisation_id", "=", organisationId)
    .where("created_at", ">=", startOfLondonDay(from).toISOString())
    .where("created_at", "<", startOfLondonDay(addDays(until, 1)).toISOString())
    .execute();
  const ids = bookings.map(({ id }) => id);
  const agreements = new Map((await agreementsOf(deps, organisationId)).map(({ id, terms }) => [id, terms]));
  const visitsOf = await visitsByBooking(deps.db, ids);
  const visits = [...visitsOf.values()].flat();
  const contacts = await firstContacts(deps, ids, visits);
  const outcomes = await heldOf(
    deps,
    visits.map(({ id }) => id),
  );
  const { releasedAt, returned } = await readReports(deps, ids);
  const daysBetween = countedDays();
  const clocks: Record<"contact" | "visit" | "report", ClockRun[]> = { contact: [], visit: [], report: [] };
  let visited = 0;
  for (const { id, created_at, status, channel, agreement_id } of bookings) {
    const terms = agreements.get(agreement_id ?? "");
    const isOpen = status !== "cancelled";
    const contactAt = contacts.get(id);
    const hours = ((contactAt ? Date.parse(contactAt) : now.getTime()) - Date.parse(created_at)) / HOUR_MS;
    const contactHours = terms?.contactHours ?? null;
    if (channel !== "telephone")
      clocks.contact.push({
        took: contactAt ? hours : null,
        ...{ agreed: contactHours, isLate: isOpen && contactHours !== null && hours > contactHours },
      });
    const held = (visitsOf.get(id) ?? [])
      .filter((visit) => (outcomes.get(visit.id)?.held ?? "none") !== "none")
      .toSorted((a, b) => a.day.localeCompare(b.day));
    if (held.length > 0) visited += 1;
    const run = (
      begins: IsoDate | undefined,
      ends: IsoDate | undefined,
      agreed: number | null | undefined,
    ) => ({
      took: begins && ends ? daysBetween(begins, ends) : null,
      agreed: agreed ?? null,
      isLate: isOpen && !ends && begins !== undefined && daysBetween(begins, today) > (agreed ?? Infinity),
    });
    clocks.visit.push(run(dayOf(created_at), held[0]?.day, terms?.visitDays));
    const released = releasedAt.get(id);
    const reportedOn = released && dayOf(released);
    const last = held.findLast(({ day }) => !reportedOn || day <= reportedOn);
    // A visit held in part is followed by another before there is a report.
    const isReady = reportedOn !== undefined || (last && outcomes.get(last.id)!.held === "full");
    clocks.report.push(run(isReady ? last?.day : undefined, reportedOn, terms?.reportDays));
  }
  const why = Map.groupBy(
    [...outcomes.values()].filter(({ held }) => held === "none"),
    ({ reason }) => reason ?? "other",
  );
  return {
    ...{ from, until, period: `${formatDate(from)} to ${formatDate(until)}` },
    counts: [
      { name: "Referrals", value: bookings.length, says: SAYS.referrals },
      { name: "Visited", value: visited, says: SAYS.visited },
      { name: "Reported", value: releasedAt.size, says: SAYS.reported },
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

/** One figure a row, each with what it counts. */
function figuresCsv({ counts, clocks, reasons, reasonsSay, period }: OrganisationFigures): string {
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
  return stringify([["Figure", period, "What it counts"], ...rows], {
    ...{ bom: true, escape_formulas: true, record_delimiter: "windows" },
  });
}

/** The figures as a file. */
export function figuresFile(figures: OrganisationFigures): Response {
  return new Response(figuresCsv(figures), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="figures-${figures.from}-${figures.until}.csv"`,
    },
  });
}
