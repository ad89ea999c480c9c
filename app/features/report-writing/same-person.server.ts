import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { foldText } from "#app/platform/fold-text.ts";
import { readBooked } from "./known-facts.server.ts";
import { writtenReports, type WrittenReport } from "./written-report.server.ts";

const MAX_BOOKINGS = 50;

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
 * by the last name of the booking. */
export async function reportsElsewhere(
  deps: Deps,
  booking: BookingRow,
  person: { personName: string; dateOfBirth: string },
): Promise<(WrittenReport & { reference: string })[]> {
  const key = deps.db.selectFrom("bookings").select("client_name_key").where("id", "=", booking.id);
  const rows = await deps.db
    .selectFrom("bookings")
    .innerJoin("reports", "reports.booking_id", "bookings.id")
    .select("bookings.id")
    .distinct()
    .where("bookings.client_name_key", "=", key)
    .where("bookings.id", "!=", booking.id)
    .where("reports.state", "=", "released")
    .where("reports.content_sealed", "is not", null)
    .orderBy("bookings.id", "desc")
    .limit(MAX_BOOKINGS)
    .execute();
  const found = [];
  for (const { id } of rows) {
    const other = await findBooking(deps.db, id);
    if (!other || (await isBookingRestricted(deps.db, other))) continue;
    if (!isSamePerson(person, await readBooked(deps, other))) continue;
    const [report] = await writtenReports(deps, { bookingId: id, state: "released" });
    if (report) found.push({ ...report, reference: other.reference });
  }
  return found;
}
