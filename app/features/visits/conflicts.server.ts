import { findSavedReferrals } from "#app/features/referral/saved-referral.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { foldText } from "#app/platform/fold-text.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";

/** A booking that is to be compared with others; its id may be one that is not booked yet. */
export type Parties = Party & { id: string };

type Party = Pick<BookingRow, "client_first_name" | "client_last_name" | "referrer_organisation">;

const MAX_WORDS = 12;
const MAX_BOOKINGS_A_WORD = 50;

const wordsOf = (text: string | null) =>
  foldText(text ?? "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

/** `edith marsh`; empty unless both names are known. */
function clientName({ client_first_name, client_last_name }: Party): string {
  const parts = [client_first_name, client_last_name].map((name) => wordsOf(name).join(" "));
  return parts.every(Boolean) ? parts.join(" ") : "";
}

const mentions = (text: string, name: string) => name !== "" && ` ${text} `.includes(` ${name} `);

/** Why the two bookings may be on different sides of one matter, in the words of the list of assessors; null without a sign. */
export function conflictBetween(
  booking: Party & { otherParties: string },
  earlier: Party & { otherParties: string; reference: string },
): string | null {
  const [name, earlierName] = [clientName(booking), clientName(earlier)];
  if (name !== "" && name === earlierName) return `Same client before (${earlier.reference})`;
  const [other, earlierOther] = [booking, earlier].map((side) => wordsOf(side.otherParties).join(" ")) as [
    string,
    string,
  ];
  if (
    mentions(other, earlierName) ||
    mentions(earlierOther, name) ||
    (other !== "" && other === earlierOther)
  ) {
    return `Other party of an earlier visit (${earlier.reference})`;
  }
  const organisation = wordsOf(booking.referrer_organisation).join(" ");
  const earlierOrganisation = wordsOf(earlier.referrer_organisation).join(" ");
  return mentions(other, earlierOrganisation) || mentions(earlierOther, organisation)
    ? `Same organisation on the other side (${earlier.reference})`
    : null;
}

const otherPartiesOf = (
  referral: { sections: { litigate?: { answers: Record<string, unknown> } } } | undefined,
) => {
  const text = referral?.sections.litigate?.answers.otherParties;
  return typeof text === "string" ? text : "";
};

/** Signs of a conflict of interest by assessor. Finds earlier bookings by the client's name and by the other parties that the
 * litigation form of this booking names, up to 50 a word. */
export async function conflictsOfInterest(
  deps: { db: Executor; secrets: Secrets },
  booking: Parties,
): Promise<Map<string, string[]>> {
  const own = (await findSavedReferrals(deps.db, deps.secrets, [booking.id])).get(booking.id);
  const otherParties = otherPartiesOf(own);
  const words = [...new Set([...wordsOf(booking.client_last_name), ...wordsOf(otherParties)])].slice(
    0,
    MAX_WORDS,
  );
  if (words.length === 0) return new Map();
  const found = await Promise.all(
    words.map((word) =>
      deps.db
        .selectFrom("booking_search_words")
        .innerJoin("visits", "visits.booking_id", "booking_search_words.booking_id")
        .select(["visits.booking_id as bookingId", "visits.assessor_id as assessorId"])
        .where("booking_search_words.word", "=", word)
        .where("booking_search_words.booking_id", "!=", booking.id)
        .where((eb) => eb.or([eb("visits.ended_as", "is", null), eb("visits.ended_as", "!=", "cancelled")]))
        .limit(MAX_BOOKINGS_A_WORD)
        .execute(),
    ),
  );
  const visits = found.flat();
  const ids = [...new Set(visits.map(({ bookingId }) => bookingId))];
  if (ids.length === 0) return new Map();
  const rows = await deps.db
    .selectFrom("bookings")
    .select(["id", "reference", "client_first_name", "client_last_name", "referrer_organisation"])
    .where("id", "in", ids)
    .execute();
  const referrals = await findSavedReferrals(deps.db, deps.secrets, ids);
  const signs = new Map(
    rows.flatMap((earlier) => {
      const side = { ...earlier, otherParties: otherPartiesOf(referrals.get(earlier.id)) };
      const sign = conflictBetween({ ...booking, otherParties }, side);
      return sign ? [[earlier.id, sign] as const] : [];
    }),
  );
  const byAssessor = Map.groupBy(visits, ({ assessorId }) => assessorId);
  return new Map(
    [...byAssessor].map(([assessorId, theirs]) => {
      const sentences = theirs.flatMap(({ bookingId }) => signs.get(bookingId) ?? []);
      return [assessorId, [...new Set(sentences)]];
    }),
  );
}

/** Other bookings whose client has the same first and last name, the latest first. Empty when either name is not known. */
export async function bookingsOfSamePerson(
  { db }: { db: Executor },
  booking: BookingRow,
): Promise<BookingRow[]> {
  const name = clientName(booking);
  const [word] = wordsOf(booking.client_last_name);
  if (name === "" || word === undefined) return [];
  const found = await db
    .selectFrom("booking_search_words")
    .innerJoin("bookings", "bookings.id", "booking_search_words.booking_id")
    .selectAll("bookings")
    .where("booking_search_words.word", "=", word)
    .where("bookings.id", "!=", booking.id)
    .orderBy("bookings.created_at", "desc")
    .limit(MAX_BOOKINGS_A_WORD)
    .execute();
  return found.filter((other) => clientName(other) === name);
}
