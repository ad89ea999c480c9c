import { namingText, textKeys } from "#app/features/booking/record/party-keys.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import type { Answers } from "#app/kit/sections/fields.ts";

/** The other parties of a litigation form are found by keyed hashes: the database holds no name that could be read. */

const WORD_HASH = "other-party";

/** The answer as text; empty before it is given. */
export function otherPartiesOf(answers: Answers | undefined): string {
  const text = answers?.otherParties;
  return typeof text === "string" ? text : "";
}

const wholeKeys = (text: string) => (namingText(text) === "" ? [] : [`all ${namingText(text)}`]);

/** The words under which forms are found that name one of these keys, or have this text; for every key
 * of the service. */
export const otherPartyWords = (secrets: Secrets, keys: string[], text: string): string[] =>
  [...keys, ...wholeKeys(text)].flatMap((key) => secrets.hashes(key, WORD_HASH));

type Stored = { db: Executor; secrets: Secrets };

/** Makes the words of a booking fit its litigation form, in the caller's transaction. */
export async function writeOtherParties({ db, secrets }: Stored, bookingId: string, answers?: Answers) {
  const text = otherPartiesOf(answers);
  const words = new Set([...textKeys(text), ...wholeKeys(text)].map((key) => secrets.hash(key, WORD_HASH)));
  const ofBooking = db.selectFrom("other_party_words").select("word").where("booking_id", "=", bookingId);
  const stored = new Set((await ofBooking.execute()).map(({ word }) => word));
  const gone = [...stored].filter((word) => !words.has(word));
  const fresh = [...words].filter((word) => !stored.has(word));
  const rows = db.deleteFrom("other_party_words").where("booking_id", "=", bookingId);
  if (gone.length > 0) await rows.where("word", "in", gone).execute();
  if (fresh.length > 0)
    await db
      .insertInto("other_party_words")
      .values(fresh.map((word) => ({ word, booking_id: bookingId })))
      .execute();
}
