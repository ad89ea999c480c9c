import type { ClientDetails } from "#app/features/booking/fields/field-values.ts";
import { decryptClientDetails } from "#app/features/booking/fields/field-columns.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { phoneWords, wholeWords } from "./search-words.ts";

/** Words of what is sealed are kept as keyed hashes: a search finds a whole word, and nobody reads one. */

const WORD_HASH = "search-word";

/** Rows of a booking are replaced source by source: the client's details, or a section of the referral form. */
const CLIENT = "client";

/** All hashes under which a word may be kept, one for each key of the service. */
export const hashesOfWord = (secrets: Secrets, word: string) => secrets.hashes(word, WORD_HASH);

/** `db` is the caller's transaction. */
type WriteDeps = { db: Executor; secrets: Secrets };

type Source = { bookingId: string; source: string; words: string[] };

async function insertHashes(db: Executor, of: Omit<Source, "words">, hashes: Set<string>): Promise<void> {
  const rows = [...hashes].map((word) => ({ word, booking_id: of.bookingId, source: of.source }));
  if (rows.length > 0) await db.insertInto("sealed_search_words").values(rows).execute();
}

const hashAll = (secrets: Secrets, words: string[]) =>
  new Set(words.map((word) => secrets.hash(word, WORD_HASH)));

/** Makes the words of this source fit, in the caller's transaction. */
export async function writeSealedWords({ db, secrets }: WriteDeps, of: Source): Promise<void> {
  const wanted = hashAll(secrets, of.words);
  const stored = await db
    .selectFrom("sealed_search_words")
    .select("word")
    .where("booking_id", "=", of.bookingId)
    .where("source", "=", of.source)
    .execute();
  if (stored.length === wanted.size && stored.every(({ word }) => wanted.has(word))) return;
  await db
    .deleteFrom("sealed_search_words")
    .where("booking_id", "=", of.bookingId)
    .where("source", "=", of.source)
    .execute();
  await insertHashes(db, of, wanted);
}

const clientWords = ({ phone, phoneAsTyped, countryCode, townCity, postcode }: ClientDetails): string[] => [
  ...phoneWords(phone ?? "", countryCode ?? undefined),
  ...phoneWords(phoneAsTyped ?? "", countryCode ?? undefined),
  ...wholeWords(townCity),
  ...wholeWords(postcode),
];

type Sealed = Pick<BookingRow, "id" | "client_details_sealed">;

/** Writes the words of a new booking's client. */
export async function insertClientWords({ db, secrets }: WriteDeps, booking: Sealed): Promise<void> {
  const words = clientWords(decryptClientDetails(secrets, booking));
  await insertHashes(db, { bookingId: booking.id, source: CLIENT }, hashAll(secrets, words));
}

/** Writes the words of the client's phone, town and postcode. Throws when no key of DATA_KEY opens the details. */
export async function writeClientWords(deps: WriteDeps, booking: Sealed): Promise<void> {
  const words = clientWords(decryptClientDetails(deps.secrets, booking));
  await writeSealedWords(deps, { bookingId: booking.id, source: CLIENT, words });
}
