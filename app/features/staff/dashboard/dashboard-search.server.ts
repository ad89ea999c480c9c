import { sql } from "kysely";
import { hashesOfWord } from "#app/features/booking/record/sealed-words.server.ts";
import { searchTokens } from "#app/features/booking/record/search-words.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";

/** A word in at most this many bookings is looked up; a commoner one is checked while reading the list. */
export const FEW = 1_500;
/** Words in at most this many bookings are intersected, because few bookings may have them all. */
const MANY = 20_000;

/** A searched word: the beginning of one that can be read, or all of one that is sealed. */
type SearchedWord = { word: string; hashes: string[] };

/** Bookings that may match, if a word is rare, and words that still have to be checked. */
export type Search = { ids: string[] | ReturnType<typeof withWord> | null; words: SearchedWord[] };

export const startsWith = (word: string) => sql<boolean>`word >= ${word} and word < ${`${word}\u{10ffff}`}`;

function withWord(executor: Executor, { word, hashes }: SearchedWord) {
  const read = executor.selectFrom("booking_search_words").select("booking_id").where(startsWith(word));
  const sealed = executor.selectFrom("sealed_search_words").select("booking_id").where("word", "in", hashes);
  const either = hashes.length === 0 ? read : read.unionAll(sealed);
  return executor.selectFrom(either.as("either")).select("booking_id");
}

/** How many words begin like this, counted up to one more than `most`. */
async function countWords(executor: Executor, word: SearchedWord, most: number): Promise<number> {
  const { count } = await executor
    .selectFrom(
      withWord(executor, word)
        .limit(most + 1)
        .as("some"),
    )
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The bookings with all of these words; null when there are many or they take too long to find. */
async function bookingsWithAll(executor: Executor, words: SearchedWord[]): Promise<string[] | null> {
  const [first, ...others] = words.map((word) => withWord(executor, word));
  if (!first || others.length === 0) return null;
  const all = others.reduce((query, other) => query.intersect(other), first);
  const rows = await executor
    .selectFrom(all.as("all"))
    .select("booking_id")
    .limit(FEW + 1)
    .execute();
  return rows.length > FEW ? null : rows.map((row) => row.booking_id);
}

/** Looks up a view's search once, for its list and its count. Without `secrets` what is sealed is not found. */
export async function readSearch(executor: Executor, search: string, secrets?: Secrets): Promise<Search> {
  const tokens = searchTokens(search).map((word) => ({
    word,
    hashes: secrets ? hashesOfWord(secrets, word) : [],
  }));
  if (tokens.length === 0) return { ids: search === "" ? null : [], words: [] };
  // A single word is intersected with no other: more than FEW need not be told apart.
  const most = tokens.length > 1 ? MANY : FEW;
  const counted = [];
  for (const word of tokens) counted.push({ word, count: await countWords(executor, word, most) });
  counted.sort((a, b) => a.count - b.count);
  const { word: rarest, count } = counted[0]!;
  if (count > FEW) {
    const common = counted.filter((one) => one.count <= MANY).map((one) => one.word);
    return { ids: await bookingsWithAll(executor, common), words: tokens };
  }
  if (count === 0) return { ids: [], words: [] };
  return { ids: withWord(executor, rarest), words: tokens.filter((word) => word !== rarest) };
}

export const isEmpty = ({ ids }: Search) => Array.isArray(ids) && ids.length === 0;
