import { sql, type Kysely } from "kysely";

type Booking = {
  id: string;
  client_first_name: string | null;
  client_last_name: string | null;
  referrer_organisation: string | null;
  referrer_email: string;
};

type Filled = { bookings: Booking; booking_search_words: { word: string; booking_id: string } };

const ROWS_AT_ONCE = 2_000;

/** Letters that Unicode does not split into letter and accent. */
const PLAIN: Record<string, string> = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ς: "σ" };

const LEGAL_FORMS = /(?: and co| co| limited| llp| ltd| plc)+(?= |$)/g;

function partyText(text: string | null): string {
  const words = (text ?? "")
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replace(/[łøđðþæœς]/g, (letter) => PLAIN[letter]!)
    .replaceAll("&", " and ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
  return ` ${words.join(" ")}`.replace(LEGAL_FORMS, " *").trim();
}

function clientName({ client_first_name, client_last_name }: Booking): string {
  const parts = [client_first_name, client_last_name].map(partyText);
  return parts.every(Boolean) ? parts.join(" ") : "";
}

function organisationName({ referrer_organisation }: Booking): string {
  const name = partyText(referrer_organisation);
  const short = name.replace(/ ?\*$/, "");
  return short === "" || short.includes(" ") ? short : name;
}

const wordOf = (name: string) => `=${name.split(" ").slice(0, 4).join(" ").slice(0, 39).toWellFormed()}`;

/** Conflicts of interest are found by client, organisation and other parties. Words of the first two are made here. Those of other
 * parties need the key of the data: the start makes them. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("other_party_words")
    .addColumn("word", "text", (c) => c.notNull())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("other_party_words_pk", ["word", "booking_id"])
    .execute();
  await db.schema
    .createIndex("other_party_words_booking")
    .on("other_party_words")
    .column("booking_id")
    .execute();
  await db.schema
    .alterTable("referral_sections")
    .addColumn("has_party_words", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("referral_sections_without_party_words")
    .on("referral_sections")
    .column("form_id")
    .where(sql<boolean>`section = 'litigate' and has_party_words = 0`)
    .execute();
  const filled = db as unknown as Kysely<Filled>;
  for (let last = ""; ;) {
    const bookings = await filled
      .selectFrom("bookings")
      .select(["id", "client_first_name", "client_last_name", "referrer_organisation", "referrer_email"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    if (bookings.length === 0) break;
    last = bookings.at(-1)!.id;
    const rows = bookings.flatMap((booking) => {
      if (booking.referrer_email === "") return [];
      const names = [clientName(booking), organisationName(booking)].filter(Boolean);
      return [...new Set(names.map(wordOf))].map((word) => ({ word, booking_id: booking.id }));
    });
    if (rows.length > 0) await filled.insertInto("booking_search_words").values(rows).execute();
  }
}
