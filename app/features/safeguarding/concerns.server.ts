import type { Personal } from "#app/features/data-protection/personal.ts";
import type { Deps } from "#app/deps.server.ts";
import { findHolders, findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { pageOfHistory } from "#app/features/audit/queries.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { bookingReferences } from "#app/features/booking/record/find-booking.server.ts";
import { enqueueMails } from "#app/features/outbox/enqueue-mail.server.ts";
import { FIRST_PAGE } from "#app/kit/pages.ts";
import { transact, type Db, type Executor } from "#app/platform/database.server.ts";
import { sealedColumn } from "#app/platform/secrets.server.ts";
import type { SafeguardingEntryRow } from "./tables.ts";

/** Safeguarding concerns. Any member of staff and the booking's assessor may record one; only those with the right read
 * them. Their audit entries are about `safeguarding`, not about the booking, whose history everybody reads. */

const SUBJECT = "safeguarding";

const sealedText = sealedColumn("safeguarding_entries", "text_sealed");

const logPath = (bookingId: string) => `/admin/bookings/${bookingId}/concerns`;

type Written = ActedByRequest & { bookingId: string; kind: SafeguardingEntryRow["kind"]; text: string };

const ACTIONS = { raised: "concern.raised", note: "concern.noted", closed: "concern.closed" } as const;

async function writeEntry(deps: Deps, { bookingId, kind, text, ...by }: Written) {
  const id = deps.ids.uuid();
  await deps.db
    .insertInto("safeguarding_entries")
    .values({
      id,
      booking_id: bookingId,
      kind,
      at: deps.clock.now().toISOString(),
      user_id: by.actor.id,
      text_sealed: sealedText.encrypt(deps.secrets, id, text),
    })
    .execute();
  await recordAudit(deps, by, ACTIONS[kind], [SUBJECT, bookingId]);
  return id;
}

/** Adds to a booking's log. A new concern is mailed, without a word of it, to everybody who may read it; to the
 * practice where nobody has the right yet. */
export async function writeConcern(deps: Deps, written: Written): Promise<void> {
  await transact(deps, async (inside) => {
    const id = await writeEntry(inside, written);
    if (written.kind !== "raised") return;
    const viewers = await findHolders(inside, "sees_concerns");
    const addresses =
      viewers.length > 0 ? viewers.map(({ email }) => email) : [deps.settings.current().company.email];
    await enqueueMails(
      inside,
      addresses.map((to) => ({
        topic: "concern-notice" as const,
        to,
        dedupeKey: `concern-notice:${id}:${to.toLowerCase()}`,
        payload: { path: logPath(written.bookingId) },
      })),
    );
  });
  deps.jobs.wake();
}

/** A booking's log, newest first, decrypted, for somebody with the right; the reading is recorded. */
export async function openConcernLog(deps: Deps, bookingId: string, by: ActedByRequest, url = FIRST_PAGE) {
  const rows = await deps.db
    .selectFrom("safeguarding_entries")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("id", "desc")
    .execute();
  const views = await pageOfHistory(deps.db, [{ kind: SUBJECT, id: bookingId }], url, {
    only: ["concern.viewed"],
  });
  const names = await findUserNames(deps, [
    ...rows.map(({ user_id }) => user_id),
    ...views.rows.map(({ actor_id }) => actor_id),
  ]);
  const nameOf = (id: string | null) => names.get(id ?? "") ?? "Somebody whose account is gone";
  await recordStaffView(deps, by, "concern.viewed", [SUBJECT, bookingId]);
  return {
    isOpen: rows.find(({ kind }) => kind !== "note")?.kind === "raised",
    entries: rows.map(({ id, kind, at, user_id, text_sealed }) => ({
      id,
      kind,
      at,
      who: nameOf(user_id),
      text: sealedText.decrypt(deps.secrets, id, text_sealed),
    })),
    views: views.rows.map(({ id, at, actor_id }) => ({ id, at, who: nameOf(actor_id) })),
    at: views.at,
  };
}

/** How many entries a booking's log has. */
export async function countConcernEntries({ db }: { db: Db }, bookingId: string): Promise<number> {
  const { count } = await db
    .selectFrom("safeguarding_entries")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("booking_id", "=", bookingId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Logs whose last word is that a concern was raised. */
const openConcerns = (db: Executor) =>
  db
    .selectFrom("safeguarding_entries as raised")
    .select(["raised.id", "raised.booking_id", "raised.at"])
    .where("raised.kind", "=", "raised")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("safeguarding_entries as later")
            .select("later.id")
            .whereRef("later.booking_id", "=", "raised.booking_id")
            .whereRef("later.id", ">", "raised.id")
            .where("later.kind", "in", ["raised", "closed"]),
        ),
      ),
    );

/** Whether a concern about the person of a booking is open. */
export async function hasOpenConcern(db: Executor, bookingId: string): Promise<boolean> {
  const open = await openConcerns(db).where("raised.booking_id", "=", bookingId).executeTakeFirst();
  return open !== undefined;
}

/** Bookings with an open concern, the longest open first. */
export async function listOpenConcerns(db: Db) {
  const open = await openConcerns(db).orderBy("raised.id").execute();
  const references = await bookingReferences(
    db,
    open.map(({ booking_id }) => booking_id),
  );
  return open.map((concern) => ({ ...concern, reference: references.get(concern.booking_id) ?? "" }));
}

/** Deletes the logs whose last entry is from before an instant (UTC), except those of the kept bookings. Erasing a
 * person leaves them: they protect people, and the law lets the practice keep them. */
async function purgeConcerns(
  executor: Executor,
  before: string,
  keptBookingIds: readonly string[],
): Promise<void> {
  const recent = executor.selectFrom("safeguarding_entries").select("booking_id").where("at", ">=", before);
  let expired = executor.deleteFrom("safeguarding_entries").where("booking_id", "not in", recent);
  if (keptBookingIds.length > 0) expired = expired.where("booking_id", "not in", keptBookingIds);
  await expired.execute();
}

export const personal: Personal = {
  purge: ({ db }, { cutoffs, kept }) => purgeConcerns(db, cutoffs.realisedBookings, kept.bookingIds),
};
