import { sql } from "kysely";
import { BY_SYSTEM, recordAudit } from "#app/features/audit/record-audit.server.ts";
import { DRAFT_HOURS } from "#app/features/data-protection/retention.ts";
import type { Deps } from "#app/deps.server.ts";
import { createBooking } from "#tests/setup/factories.ts";
import { createDraft } from "#tests/setup/drafts.ts";

/** Fills an empty database of either kind with rows by the million: some genuine ones and their copies. What is
 * encrypted is the genuine row's, so a copy can be listed and counted, not opened. */

type FillDeps = Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets">;

/** Address of one of the genuine bookings. */
export const GENUINE_EMAIL = "genuine-7@example.org";

/** How many rows there are to be. */
export type Size = { bookings: number; audits: number; drafts: number };

export const STATUSES = ["pending", "confirmed", "completed", "cancelled"] as const;
export const LAST_NAMES = [
  "Abbott",
  "Bianchi",
  "Clarke",
  "Dhillon",
  "Evans",
  "Farah",
  "Grant",
  "Hughes",
  "Iqbal",
  "Jones",
];
/** Genuine bookings: each status with each name. */
const KINDS = STATUSES.length * LAST_NAMES.length;
const DAYS = 730;
const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 250_000;

type Copying = {
  table: string;
  /** Joined with `numbers(n)`, `kinds(kind, id)`, `days(day, date)` and `hours(hour, at)`; the row to copy is `one`. */
  source: string;
  /** Expressions for the columns that a copy does not have from its row. */
  anew: Record<string, string>;
};

/** A number as the last part of an id: ids of copies sort by it, and before genuine ones. */
const idOf = (n: string) => `'01000000-0000-7000-8000-0000' || cast(10000000 + ${n} as text)`;
const twoDigits = (n: string) => `substr(cast(100 + ${n} as text), 2, 2)`;
const at = (moment: number) => new Date(moment).toISOString();
const quoted = (text: string) => `'${text}'`;

/** Makes the genuine rows. Returns what the copies are made from. */
async function makeGenuine(deps: FillDeps) {
  const now = deps.clock.now().getTime();
  const ids: string[] = [];
  for (let kind = 0; kind < KINDS; kind += 1) {
    const created_at = at(now - kind * 60_000);
    const booking = await createBooking(deps, {
      created_at,
      updated_at: created_at,
      status: STATUSES[kind % STATUSES.length]!,
      awaits_contact_since: null,
      referrer_last_name: LAST_NAMES[kind % LAST_NAMES.length]!,
      referrer_email: `genuine-${kind}@example.org`,
      referrer_email_key: `genuine-${kind}@example.org`,
      client_first_name: "Edith",
      client_last_name: LAST_NAMES[Math.floor(kind / STATUSES.length)]!,
    });
    ids.push(booking.id);
    await deps.db
      .insertInto("outbox")
      .values({
        id: deps.ids.uuid(),
        kind: "mail",
        topic: "booking-confirmation",
        dedupe_key: `genuine-${kind}`,
        booking_id: booking.id,
        recipient: null,
        payload_sealed: "",
        state: "sent",
        attempts: 1,
        next_attempt_at: created_at,
        leased_by: null,
        leased_until: null,
        last_error: null,
        vendor_id: null,
        created_at,
        finished_at: created_at,
      })
      .execute();
    await recordAudit(deps.db, deps, BY_SYSTEM, "booking.created", ["booking", booking.id]);
  }
  await createDraft(deps, { referrerFirstName: "Joanna", referrerEmail: "genuine@example.org" });
  return ids;
}

const values = (rows: (string | number)[][]) =>
  rows
    .map((row) => `(${row.map((cell) => (typeof cell === "number" ? cell : quoted(cell))).join(", ")})`)
    .join(", ");

/** Adds so many rows to an empty database, then brings totals and statistics up to date. The bookings spread over the
 * last two years, the drafts over the next 48 hours. */
export async function fill(deps: FillDeps, size: Size): Promise<void> {
  const { db } = deps;
  const ids = await makeGenuine(deps);
  const now = deps.clock.now().getTime();
  const tables = await db.introspection.getTables();
  const dates = Array.from({ length: DAYS }, (_, day) => [day, at(now - (DAYS - day) * DAY_MS).slice(0, 10)]);
  const hours = Array.from({ length: DRAFT_HOURS }, (_, hour) => [hour, at(now + (hour + 1) * 3_600_000)]);
  const given = `kinds(kind, id) as (values ${values(ids.map((id, kind) => [kind, id]))}),
    days(day, date) as (values ${values(dates)}), hours(hour, at) as (values ${values(hours)})`;

  const copyRows = async ({ table, source, anew }: Copying, last: number) => {
    const names = tables.find(({ name }) => name === table)!.columns.map((column) => column.name);
    const cells = names.map((name) => anew[name] ?? `one."${name}"`);
    for (let first = 0; first < last; first += ROWS_AT_ONCE) {
      const end = Math.min(first + ROWS_AT_ONCE, last);
      const numbers = `numbers(n) as (select ${first} union all select n + 1 from numbers where n + 1 < ${end})`;
      const columns = names.map((name) => `"${name}"`).join(", ");
      await sql
        .raw(
          `with recursive ${numbers}, ${given} insert into "${table}" (${columns}) select ${cells.join(", ")} from numbers ${source}`,
        )
        .execute(db);
    }
  };

  const kind = `join kinds on kinds.kind = n % ${KINDS}`;
  const onDay = `join days on days.day = n / ${Math.ceil(size.bookings / DAYS)}`;
  const time = `date || 'T' || ${twoDigits("n % 24")} || ':' || ${twoDigits("n % 60")} || ':00.000Z'`;
  const id = idOf("n");
  const email = "'referrer-' || cast(n as text) || '@example.org'";
  const copies: [Copying, keyof Size][] = [
    [
      {
        table: "bookings",
        source: `${kind} join bookings one on one.id = kinds.id ${onDay}`,
        anew: {
          id,
          reference: "'MCA-' || cast(10000000 + n as text)",
          created_at: time,
          updated_at: time,
          consent_at: time,
          referrer_email: email,
          referrer_email_key: email,
        },
      },
      "bookings",
    ],
    [
      {
        table: "booking_lines",
        source: `${kind} join booking_lines one on one.booking_id = kinds.id`,
        anew: { booking_id: id },
      },
      "bookings",
    ],
    [
      {
        table: "booking_search_words",
        source: `${kind} join booking_search_words one on one.booking_id = kinds.id and one.word not like '%org' and one.word not like 'mca%'`,
        anew: { booking_id: id },
      },
      "bookings",
    ],
    [
      {
        table: "booking_search_words",
        source: "cross join (select '' as word) one",
        anew: { booking_id: id, word: "'mca' || cast(10000000 + n as text)" },
      },
      "bookings",
    ],
    [
      {
        table: "outbox",
        source: `${kind} join outbox one on one.booking_id = kinds.id ${onDay}`,
        anew: {
          id,
          booking_id: id,
          dedupe_key: id,
          created_at: time,
          finished_at: time,
          next_attempt_at: time,
        },
      },
      "bookings",
    ],
    [
      {
        table: "audit_log",
        source: `join kinds on kinds.kind = n % ${KINDS} join audit_log one on one.subject_id = kinds.id join days on days.day = n % ${DAYS}`,
        anew: { id, subject_id: idOf(`n % ${size.bookings}`), at: time },
      },
      "audits",
    ],
    [
      {
        table: "drafts",
        source: `join (select * from drafts where referrer_hash <> '' order by created_at limit 1) one on true join hours on hours.hour = n % ${DRAFT_HOURS}`,
        anew: {
          id: "'draft-' || cast(10000000 + n as text)",
          visitor_hash: "'visitor-' || cast(n as text)",
          client_hash: "'client-' || cast(n % 100000 as text)",
          referrer_hash: "'referrer-' || cast(n as text)",
          is_answered: "1",
          expires_at: "hours.at",
        },
      },
      "drafts",
    ],
  ];
  for (const [copying, what] of copies) await copyRows(copying, size[what]);
  await db.deleteFrom("booking_totals").execute();
  await sql`insert into booking_totals (day, status, booking_count, revenue_pence)
    select substr(created_at, 1, 10), status, count(*), sum(total_pence) from bookings group by 1, 2`.execute(
    db,
  );
  await sql`analyze`.execute(db);
}
