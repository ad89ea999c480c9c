import { byIds, inPages } from "#app/kit/pieces.server.ts";
import { findSavedReferrals } from "#app/features/referral/saved-referral.server.ts";
import { otherPartiesOf, otherPartyWords } from "#app/features/referral/other-parties.server.ts";
import {
  clientName,
  nameKeys,
  namingText,
  organisationName,
  partyText,
  textKeys,
  type Party,
} from "#app/features/booking/record/party-keys.ts";
import { partyWords } from "#app/features/booking/record/search-words.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";

/** A booking that is to be compared with others; its id may be one that is not booked yet. */
export type Parties = Party & { id: string };

const MAX_VISITS = 200;
const MAX_NAMED = 3;
const MAX_BOOKINGS = 50;

const mentions = (text: string, name: string) => name !== "" && ` ${text} `.includes(` ${name} `);

/** Why the two bookings may be on different sides of one matter, in the words of the list of assessors; null
 * without a sign. */
export function conflictBetween(
  booking: Party & { otherParties: string },
  earlier: Party & { otherParties: string; reference: string },
): string | null {
  const [name, earlierName] = [clientName(booking), clientName(earlier)];
  if (name !== "" && name === earlierName) return `Same client before (${earlier.reference})`;
  const [other, earlierOther] = [partyText(booking.otherParties), partyText(earlier.otherParties)];
  const isSameText = other === earlierOther && namingText(booking.otherParties) !== "";
  if (mentions(other, earlierName) || mentions(earlierOther, name) || isSameText) {
    return `Other party of an earlier visit (${earlier.reference})`;
  }
  return mentions(other, organisationName(earlier)) || mentions(earlierOther, organisationName(booking))
    ? `Same organisation on the other side (${earlier.reference})`
    : null;
}

/** A sign in words, and the id of the other booking. */
type ConflictSign = { words: string; key: string };

/** Signs of a conflict of interest by assessor, among the newest 200 visits of other bookings that share a party. */
export async function conflictsOfInterest(
  { db, secrets }: { db: Executor; secrets: Secrets },
  booking: Parties,
): Promise<Map<string, ConflictSign[]>> {
  const own = await findSavedReferrals(db, secrets, [booking.id], ["litigate"]);
  const textOf = (referral: ReturnType<typeof own.get>) =>
    otherPartiesOf(referral?.sections.litigate?.answers);
  const otherParties = textOf(own.get(booking.id));
  const client = nameKeys(clientName(booking));
  const ofParties = partyWords([...client, ...textKeys(otherParties)]);
  const names = [...client, ...nameKeys(organisationName(booking))];
  const ofOthers = otherPartyWords(secrets, names, otherParties);
  const sharing = db
    .selectFrom("booking_search_words")
    .select("booking_id")
    // An empty word, which is never stored, for lists that would be empty.
    .where("word", "in", ["", ...ofParties])
    .union(
      db
        .selectFrom("other_party_words")
        .select("booking_id")
        .where("word", "in", ["", ...ofOthers]),
    );
  const visits = await db
    .selectFrom(sharing.as("sharing"))
    .innerJoin("visits", "visits.booking_id", "sharing.booking_id")
    .select(["visits.booking_id as bookingId", "visits.assessor_id as assessorId"])
    .where("sharing.booking_id", "!=", booking.id)
    .where((eb) => eb.or([eb("visits.ended_as", "is", null), eb("visits.ended_as", "!=", "cancelled")]))
    .orderBy("visits.created_at", "desc")
    .orderBy("visits.id", "desc")
    .limit(MAX_VISITS)
    .execute();
  const ids = [...new Set(visits.map(({ bookingId }) => bookingId))];
  if (ids.length === 0) return new Map();
  const rows = await byIds(ids, (piece) =>
    db
      .selectFrom("bookings")
      .select(["id", "reference", "client_first_name", "client_last_name", "referrer_organisation"])
      .where("id", "in", piece)
      .execute(),
  );
  const referrals = await findSavedReferrals(db, secrets, ids, ["litigate"]);
  const signs = new Map(
    rows.flatMap((earlier) => {
      const side = { ...earlier, otherParties: textOf(referrals.get(earlier.id)) };
      const words = conflictBetween({ ...booking, otherParties }, side);
      return words ? [[earlier.id, { words, key: earlier.id }] as const] : [];
    }),
  );
  const byAssessor = Map.groupBy(visits, ({ assessorId }) => assessorId);
  return new Map(
    [...byAssessor].map(([assessorId, theirs]) => {
      const found = new Set(theirs.flatMap(({ bookingId }) => signs.get(bookingId) ?? []));
      const more = found.size > MAX_NAMED ? [{ words: "More earlier visits like these", key: "more" }] : [];
      return [assessorId, [...[...found].slice(0, MAX_NAMED), ...more]];
    }),
  );
}

/** Other bookings whose client has the same first and last name, the latest first. Empty when either name
 * is not known. */
export async function bookingsOfSamePerson({ db }: { db: Executor }, booking: BookingRow) {
  const name = clientName(booking);
  if (name === "") return [];
  const sharing = db
    .selectFrom("booking_search_words")
    .innerJoin("bookings", "bookings.id", "booking_search_words.booking_id")
    .selectAll("bookings")
    .where("booking_search_words.word", "in", partyWords(nameKeys(name)))
    .where("bookings.id", "!=", booking.id)
    // Ids follow the order of booking, and so does the index.
    .orderBy("booking_search_words.booking_id", "desc")
    .limit(MAX_BOOKINGS);
  const found: BookingRow[] = [];
  const pages = inPages<BookingRow>((last) =>
    sharing.$if(last !== undefined, (query) => query.where("booking_id", "<", last!.id)).execute(),
  );
  for await (const rows of pages) {
    found.push(...rows.filter((other) => clientName(other) === name));
    if (found.length >= MAX_BOOKINGS) break;
  }
  return found.slice(0, MAX_BOOKINGS);
}
