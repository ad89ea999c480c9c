import { sql } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { decryptClientDetails } from "#app/features/booking/fields/field-columns.server.ts";
import { isOpenTo } from "#app/features/organisations/record/membership.server.ts";
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

/** One person is one name and one date of birth; a booking that does not say the date joins the first of the name. */
function byPerson(bookings: readonly Booked[]): Booked[][] {
  const people: { name: string; dob: string; bookings: Booked[] }[] = [];
  for (const booking of bookings) {
    const name = booking.name.toLowerCase();
    const same = people.find(
      (person) =>
        person.name === name && (person.dob === booking.dob || person.dob === "" || booking.dob === ""),
    );
    if (!same) people.push({ name, dob: booking.dob, bookings: [booking] });
    else {
      same.dob ||= booking.dob;
      same.bookings.push(booking);
    }
  }
  return people.map((person) => person.bookings);
}

/** The people for whom an organisation booked, by last name, as far as the reader may open their bookings: the day of
 * the last visit, and the day on which the released report asks to look again. */
export async function readPeople(deps: Deps, reader: Reader, url: URL) {
  const names = named(deps, reader).select(nameKey.as("key")).groupBy(nameKey);
  const { rows, at } = await pageOfQuery(
    deps.db.selectFrom(names.as("names")).select("names.key").orderBy("names.key"),
    url,
  );
  const bookings = await bookingsOf(
    deps,
    reader,
    rows.map(({ key }) => key),
  );
  const ids = bookings.map(({ id }) => id);
  const visitsOf = await visitsByBooking(deps.db, ids);
  const held = await heldVisits(deps.db, ids);
  const people = await Promise.all(
    byPerson(bookings).map(async ([newest, ...earlier]) => {
      const all = [newest!, ...earlier];
      const visits = all.flatMap(({ id }) => visitsOf.get(id) ?? []).filter(({ id }) => held.has(id));
      const lastDay = visits
        .map(({ day }) => day)
        .toSorted()
        .at(-1);
      const lookAgain = await lookAgainOf(deps, all);
      return {
        ...{ id: newest!.id, reference: newest!.reference, name: newest!.name, count: all.length },
        ...{ lastDay: lastDay ? formatDate(lastDay) : null, lookAgain },
      };
    }),
  );
  return { people, at };
}

export type Person = Awaited<ReturnType<typeof readPeople>>["people"][number];

/** Words of the newest booking whose released report says when to look again; null without one. */
async function lookAgainOf(deps: Deps, bookings: readonly Booked[]): Promise<string | null> {
  for (const { id } of bookings) {
    const [report] = await writtenReports(deps, { bookingId: id, state: "released" });
    if (report) return lookAgainWords(report.tree);
  }
  return null;
}
