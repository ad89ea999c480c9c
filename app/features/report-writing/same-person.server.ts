import { sql } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { nameKey } from "#app/features/booking/record/write-booking.server.ts";
import { isUnrestricted } from "#app/features/data-protection/restrictions.server.ts";
import { foldText } from "#app/platform/fold-text.ts";
import { readBooked } from "./known-facts.server.ts";
import { writtenReports, type WrittenReport } from "./written-report.server.ts";

const MAX_BOOKINGS = 500;

const wordsOf = (name: string) =>
  foldText(name)
    .split(/[\s-]+/)
    .filter(Boolean);

/** True for the same first and last name, whatever stands before or between, and the same known date of birth. */
function isSamePerson(
  one: { personName: string; dateOfBirth: string },
  other: { personName: string; dateOfBirth: string },
): boolean {
  if (one.dateOfBirth === "" || one.dateOfBirth !== other.dateOfBirth) return false;
  const [a, b] = [wordsOf(one.personName), wordsOf(other.personName)];
  const last = a.at(-1);
  return last !== undefined && last === b.at(-1) && a.some((word) => word !== last && b.includes(word));
}

/** The newest released report about the same person in each other booking; none of a booking that is restricted. Found
 * by the last name that the
 * booking has. */
export async function reportsElsewhere(
  deps: Deps,
  booking: BookingRow,
  person: { personName: string; dateOfBirth: string },
): Promise<(WrittenReport & { reference: string })[]> {
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
