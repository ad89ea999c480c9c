import { decryptClientDetails } from "#app/features/booking/fields/field-columns.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { findSavedReferrals, type SavedReferral } from "#app/features/referral/saved-referral.server.ts";
import type { Read } from "#app/features/referral/sections/labelled-answers.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { bookingsOfSamePerson } from "./conflicts.server.ts";
import { needsLargePrint, needsOf } from "./needs.ts";

type ReadDeps = { db: Executor; secrets: Secrets };

const readOf =
  (referral: SavedReferral | undefined): Read =>
  (section) =>
    referral?.sections[section]?.answers ?? {};

const dateOfBirth = ({ secrets }: ReadDeps, booking: BookingRow, read: Read) =>
  read("personalDetails")["dob"] || decryptClientDetails(secrets, booking).dob;

/** The answers that say the person's needs: this booking's `own`, or those of the latest other booking of the same
 * person when these say nothing. `earlier` is the reference of that other one. Another date of birth is another person,
 * and a booking that the privacy desk restricts is not used. */
export async function findNeeds(deps: ReadDeps, booking: BookingRow, own: Read) {
  if (needsOf(own).length > 0) return { read: own, earlier: null };
  const others = await bookingsOfSamePerson(deps, booking);
  const ids = others.map(({ id }) => id);
  const referrals = await findSavedReferrals(deps.db, deps.secrets, ids);
  const born = dateOfBirth(deps, booking, own);
  for (const other of others) {
    const read = readOf(referrals.get(other.id));
    if (needsOf(read).length === 0) continue;
    const otherBorn = dateOfBirth(deps, other, read);
    if (born && otherBorn && born !== otherBorn) continue;
    if (!(await isBookingRestricted(deps.db, other))) return { read, earlier: other.reference };
  }
  return { read: own, earlier: null };
}

/** The answers of each booking's saved referral; none before the first save. */
export async function readSavedOf({ db, secrets }: ReadDeps, bookings: readonly BookingRow[]) {
  const ids = bookings.map(({ id }) => id);
  const referrals = await findSavedReferrals(db, secrets, ids);
  return ({ id }: BookingRow): Read => readOf(referrals.get(id));
}

/** The answers of a booking's saved referral; none before the first save. */
export const readSaved = async (deps: ReadDeps, booking: BookingRow): Promise<Read> =>
  (await readSavedOf(deps, [booking]))(booking);

/** `findNeeds` by the booking's saved referral. */
export const findSavedNeeds = async (deps: ReadDeps, booking: BookingRow) =>
  findNeeds(deps, booking, await readSaved(deps, booking));

/** The person's needs in words, and the reference of another booking when they are from there. */
export async function readNeeds(deps: ReadDeps, booking: BookingRow) {
  const { read, earlier } = await findSavedNeeds(deps, booking);
  return { needs: needsOf(read), earlier };
}

/** Whether the person reads large print: what is printed for them is set in 18 pt. Another booking of theirs tells it
 * only once staff agreed a visit: before that, anybody could book with a name and learn of it. */
export async function wantsLargePrint(
  deps: ReadDeps,
  booking: BookingRow,
  { isVisitAgreed }: { isVisitAgreed: boolean },
): Promise<boolean> {
  const own = await readSaved(deps, booking);
  return needsLargePrint(isVisitAgreed ? (await findNeeds(deps, booking, own)).read : own);
}
