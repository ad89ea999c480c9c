import { sql } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { decryptClientDetails } from "#app/features/booking/fields/field-columns.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { isOpenTo } from "#app/features/organisations/record/membership.server.ts";
import { deliveriesOf, isHeld } from "#app/features/report/report-rows.server.ts";
import { lookAgainWords } from "#app/features/report-writing/report-document.ts";
import { writtenReports } from "#app/features/report-writing/written-report.server.ts";
import { heldVisits, visitsByBooking } from "#app/features/visits/record/find-visits.server.ts";
import { byIds, pageOfQuery } from "#app/kit/pieces.server.ts";
import { formatDate } from "#app/platform/dates.ts";
import type { Reader } from "./bookings.server.ts";

const nameKey = sql<string>`lower(trim(coalesce(bookings.client_last_name, '') || ' ' || coalesce(bookings.client_first_name, '')))`;

/** Bookings of the organisation that the reader may open and that name a person. */
const named = (deps: Deps, { user, member }: Reader) =>
  deps.db
    .selectFrom("bookings")
    .where("bookings.organisation_id", "=", member.organisationId)
    .where("bookings.referrer_email_key", "!=", "")
    .where("bookings.client_last_name", "is not", null)
    .where(isOpenTo(deps, user));

async function bookingsOf(deps: Deps, reader: Reader, keys: readonly string[]) {
  const rows = await byIds(keys, (piece) =>
    named(deps, reader)
      .select(["bookings.id", "bookings.reference", "bookings.client_details_sealed"])
      .select("bookings.referrer_email_key")
      .select(["bookings.client_first_name", "bookings.client_last_name"])
      .where(nameKey, "in", piece)
      .orderBy(nameKey)
      .orderBy("bookings.created_at", "desc")
      .orderBy("bookings.id", "desc")
      .execute(),
  );
  return rows.map((row) => ({
    ...row,
    name: [row.client_first_name, row.client_last_name].filter(Boolean).join(" "),
    dob: decryptClientDetails(deps.secrets, row).dob ?? "",
  }));
}

type Booked = Awaited<ReturnType<typeof bookingsOf>>[number];

/** One person is one name and one date of birth. A booking without the date is of the only person of its name; where
 * the name has several, it stays by itself. */
function byPerson(bookings: readonly Booked[]): Booked[][] {
  const ofNames = Map.groupBy(bookings, ({ name }) => name.toLowerCase());
  return [...ofNames.values()].flatMap((ofName) => {
    const dates = new Set(ofName.flatMap(({ dob }) => dob || []));
    if (dates.size <= 1) return [ofName];
    return [...Map.groupBy(ofName, ({ dob, id }) => dob || id).values()];
  });
}

/** The people for whom an organisation booked, by last name, as far as the reader may open their bookings: the day of
 * the last visit, and the days on which the report that they got asks to look again. */
export async function readPeople(deps: Deps, reader: Reader, url: URL) {
  const names = named(deps, reader).select(nameKey.as("key")).groupBy(nameKey);
  const { rows, at } = await pageOfQuery(
    deps.db.selectFrom(names.as("names")).select("names.key").orderBy("names.key"),
    url,
  );
  const keys = rows.map(({ key }) => key);
  const bookings = await bookingsOf(deps, reader, keys);
  const ids = bookings.map(({ id }) => id);
  const visitsOf = await visitsByBooking(deps.db, ids);
  const held = await heldVisits(deps.db, ids);
  const people = await Promise.all(
    byPerson(bookings).map(async ([newest, ...earlier]) => {
      const all = [newest!, ...earlier];
      const visits = all.flatMap(({ id }) => visitsOf.get(id) ?? []).filter(({ id }) => held.has(id));
      const [lastDay] = visits.map(({ day }) => day).toSorted((a, b) => b.localeCompare(a));
      const lookAgain = await lookAgainOf(deps, reader, all);
      return {
        id: newest!.id,
        reference: newest!.reference,
        name: newest!.name,
        count: all.length,
        lastDay: lastDay ? formatDate(lastDay) : null,
        lookAgain,
      };
    }),
  );
  return { people, at };
}

export type Person = Awaited<ReturnType<typeof readPeople>>["people"][number];

/** When to look again, by the newest released report that was delivered to the reader and may be read now; null without
 * one. */
async function lookAgainOf(deps: Deps, { user }: Reader, bookings: readonly Booked[]) {
  for (const booking of bookings) {
    const [report] = await writtenReports(deps, { bookingId: booking.id, state: "released" });
    const deliveries = report ? await deliveriesOf(deps, [report.id]) : [];
    const isTheirs = deliveries.some(
      ({ email, ended_at }) => ended_at === null && email.toLowerCase() === user.emailKey,
    );
    if (!report || !isTheirs || (await isHeld(deps.db, booking.id))) continue;
    if (!(await isBookingRestricted(deps.db, booking))) return lookAgainWords(report.tree);
  }
  return null;
}
