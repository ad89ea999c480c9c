import type { Deps } from "#app/deps.server.ts";
import { findSavedReferrals } from "#app/features/referral/saved-referral.server.ts";
import { personName } from "#app/features/referral/sections/labelled-answers.ts";
import { undrawable } from "#app/platform/tagged-pdf.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { checkReport, type Finding } from "./check-report.ts";
import { visitsOfAuthor, readBooked } from "./known-facts.server.ts";
import { writtenReports } from "./written-report.server.ts";
import type { OpenDraft } from "./open-draft.server.ts";
import { sql } from "kysely";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { nameKey } from "#app/features/booking/record/write-booking.server.ts";
import { isUnrestricted } from "#app/features/data-protection/restrictions.server.ts";
import { foldText } from "#app/platform/fold-text.ts";

const MAX_BOOKINGS = 500;

const wordsOf = (name: string) =>
  foldText(name)
    .split(/[\s-]+/)
    .filter(Boolean);

type Person = { personName: string; dateOfBirth: string };

/** True for the same first and last name, whatever stands before or between, and the same known date of birth. */
function isSamePerson(one: Person, other: Person): boolean {
  if (one.dateOfBirth === "" || one.dateOfBirth !== other.dateOfBirth) return false;
  const [a, b] = [wordsOf(one.personName), wordsOf(other.personName)];
  const last = a.at(-1);
  return last !== undefined && last === b.at(-1) && a.some((word) => word !== last && b.includes(word));
}

/** The newest released report about the same person in each other booking; none of a booking that is restricted. Found
 * by the last name that the booking has. */
export async function reportsElsewhere(deps: Deps, booking: BookingRow, person: Person) {
  const key = nameKey(booking.client_last_name);
  if (!key) return [];
  const others = await deps.db
    .selectFrom("bookings")
    .selectAll()
    // In the words of the index of bookings by client.
    .where(sql<boolean>`coalesce(client_name_key, lower(client_last_name), '') = ${key}`)
    .where("id", "!=", booking.id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("reports")
          .select("reports.id")
          .whereRef("reports.booking_id", "=", "bookings.id")
          .where("reports.state", "=", "released")
          .where("reports.content_sealed", "is not", null),
      ),
    )
    .where((eb) => isUnrestricted(eb))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_BOOKINGS)
    .execute();
  const found = [];
  for (const other of others) {
    if (!isSamePerson(person, await readBooked(deps, other))) continue;
    const [report] = await writtenReports(deps, { bookingId: other.id, state: "released" });
    if (report) found.push({ ...report, reference: other.reference });
  }
  return found;
}

const DAYS = 90;

/** Clients of this author's other visits of the last 90 days, under each name that is known of them. */
async function otherClientsOf(deps: Deps, authorId: string, bookingId: string) {
  const from = addDays(londonDate(deps.clock.now()), -DAYS);
  const bookings = await deps.db
    .selectFrom("bookings")
    .innerJoin("visits", "visits.booking_id", "bookings.id")
    .select(["bookings.id", "bookings.reference", "bookings.client_first_name", "bookings.client_last_name"])
    .distinct()
    .where("visits.assessor_id", "=", authorId)
    .where("visits.day", ">=", from)
    .where("bookings.id", "!=", bookingId)
    .orderBy("bookings.id", "desc")
    .execute();
  const ids = bookings.map(({ id }) => id);
  const referrals = await findSavedReferrals(deps.db, deps.secrets, ids, ["personalDetails"]);
  return bookings.flatMap((booking) => {
    const inReferral = personName((section) => referrals.get(booking.id)?.sections[section]?.answers ?? {});
    const names = [
      [booking.client_first_name, booking.client_last_name].filter(Boolean).join(" "),
      inReferral,
    ];
    return [...new Set(names)].filter(Boolean).map((name) => ({ name, reference: booking.reference }));
  });
}

/** Faults that stop the draft, and those at which its author should look. */
export async function readCheck(deps: Deps, { draft, visit, booking }: OpenDraft): Promise<Finding[]> {
  const elsewhere = await reportsElsewhere(deps, booking, draft.booked);
  const otherClients = await otherClientsOf(deps, visit.assessor_id, booking.id);
  const released = await writtenReports(deps, { bookingId: booking.id, state: "released" });
  const here = released.slice(0, 1).map((report) => ({ ...report, reference: booking.reference }));
  const earlier = [...here, ...elsewhere].flatMap(({ version, outcomes, reference }) =>
    outcomes.flatMap(({ assessment, conclusion }) =>
      conclusion ? [{ assessment, conclusion, reference: `${reference}, version ${version}` }] : [],
    ),
  );
  const today = londonDate(deps.clock.now());
  const visitDays = (await visitsOfAuthor(deps, booking.id, visit.assessor_id)).map(({ day }) => day);
  return checkReport(draft, { today, visitDays, otherClients, earlier, undrawable });
}
