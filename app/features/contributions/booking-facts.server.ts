import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { readReferral, type ReferralView } from "#app/features/referral/queries.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { foldText } from "#app/platform/fold-text.ts";
import { isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { standingOf, type BookingFacts } from "./standing.ts";
import type { Contribution } from "./contribution-rows.server.ts";

type ReadDeps = Pick<Deps, "secrets" | "clock"> & { db: Executor };

export type Person = { firstName: string; lastName: string; dob: IsoDate | null };

/** The person to be assessed, as the referral or else the booking names them. */
export function personOf(referral: Pick<ReferralView, "section">): Person {
  const { answers } = referral.section("personalDetails");
  const own = (name: string) => String(answers[name] ?? "").trim();
  const dob = own("dob");
  return { firstName: own("firstName"), lastName: own("lastName"), dob: isIsoDate(dob) ? dob : null };
}

const PURPOSE = { name: "contribution-person", birth: "contribution-birth" };
const nameOf = ({ firstName, lastName }: Person) => foldText(`${firstName} ${lastName}`);

/** Keyed hashes that tell later whether the booking is about the same person. */
export const hashPerson = (secrets: Secrets, person: Person) => ({
  name_hash: secrets.hash(nameOf(person), PURPOSE.name),
  birth_hash: secrets.hash(person.dob ?? "", PURPOSE.birth),
});

type Hashed = Pick<Contribution, "name_hash" | "birth_hash">;

/** True when both name and date of birth are others: one of them alone was corrected. */
function isAnotherPerson(secrets: Secrets, asked: Hashed, person: Person): boolean {
  const isSame = (hash: string, value: string, purpose: string) =>
    secrets.hashes(value, purpose).includes(hash);
  return (
    !isSame(asked.name_hash, nameOf(person), PURPOSE.name) &&
    !isSame(asked.birth_hash, person.dob ?? "", PURPOSE.birth)
  );
}

export type Facts = Omit<BookingFacts, "isAnotherPerson"> & { referral: ReferralView; person: Person };

/** The state of a booking, as far as its parts depend on it. */
export async function readFacts(deps: ReadDeps, booking: BookingRow): Promise<Facts> {
  const inside = deps as Deps;
  const referral = await readReferral(inside, booking);
  const visit = upcomingVisit(await visitsOfBooking(inside, booking.id), deps.clock.now());
  return {
    referral,
    person: personOf(referral),
    visitDay: visit?.day ?? null,
    isClosed: booking.status === "cancelled" || booking.status === "completed",
    isRestricted: await isBookingRestricted(deps.db, booking),
  };
}

/** The standing of somebody who was asked. */
export function standingIn(
  { secrets, clock }: Pick<Deps, "secrets" | "clock">,
  asked: Contribution,
  facts: Facts,
) {
  const another = isAnotherPerson(secrets, asked, facts.person);
  return standingOf(asked, { ...facts, isAnotherPerson: another }, clock.now());
}
