import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedBy, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type KeptNow,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { formatInstant } from "#app/platform/dates.ts";
import type { Tables } from "#app/platform/tables.ts";
import { findVisit, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { maySay, noteWords, type NoteKind } from "#app/features/visits/record/note-kinds.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import type { VisitNoteRow } from "#app/features/visits/record/tables.ts";
import { sealVisitNote } from "#app/features/visits/record/visit-records.server.ts";

/** A note of an assessor to the office about a visit. */
export type OfficeNote = { kind: "note" | "cannot-come"; note: string } | { kind: "late"; minutes: number };

/** `over`: the visit has ended. `not-today`: it is on a later day, for which nobody is late yet. */
export type NoteProblem = KeptNow | "over" | "not-today";

const ACTIONS = {
  note: "visit.note",
  "cannot-come": "visit.cannot-come",
  late: "visit.late",
} as const satisfies Record<NoteKind, string>;

function whyNot(kind: NoteKind, visit: Visit, now: Date): NoteProblem | null {
  const may = maySay(visit, now);
  if (kind === "note" || may[kind === "late" ? "late" : "cannotCome"]) return null;
  return may.cannotCome ? "not-today" : "over";
}

/** The owner of the booking while they work here, else the practice. */
export async function officeAddress(trx: Executor, deps: Deps, { owner_id }: BookingRow): Promise<string> {
  const owner =
    owner_id === null
      ? undefined
      : await trx
          .selectFrom("users")
          .select("email")
          .where("id", "=", owner_id)
          .where("is_active", "=", 1)
          .where("role_id", "in", ["administrator", "coordinator"])
          .executeTakeFirst();
  return owner?.email ?? deps.settings.current().company.email;
}

/** Keeps what an assessor tells the office about their visit, for staff to read, and mails the office that
 * there is something. */
export async function writeOfficeNote(
  deps: Deps,
  { visitId, said, ...by }: ActedByRequest & { visitId: string; said: OfficeNote },
): Promise<Result<NoteProblem>> {
  const shown = await findAssessorVisit(deps, visitId, by.actor.id);
  if (!shown) return refused("not-found");
  const change = { bookingId: shown.booking.id, by };
  return changeBooking(deps, change, async (inside, booking): Promise<Result<NoteProblem>> => {
    const trx = inside.db;
    const own = await findAssessorVisit(inside, visitId, by.actor.id);
    if (!own) return refused("not-found");
    const now = inside.clock.now();
    const problem = whyNot(said.kind, own.visit, now);
    if (problem) return refused(problem);
    const id = deps.ids.uuid();
    const { kind } = said;
    await trx
      .insertInto("visit_notes")
      .values({
        id,
        visit_id: visitId,
        kind,
        note_sealed: kind === "late" ? null : sealVisitNote(deps.secrets, id, said.note),
        late_minutes: kind === "late" ? said.minutes : null,
        written_by: own.visit.assessor_id,
        written_at: now.toISOString(),
        read_at: null,
        read_by: null,
        referrer_told_at: null,
      })
      .execute();
    await enqueueMail(inside, {
      topic: "office-note",
      to: await officeAddress(trx, inside, booking),
      bookingId: booking.id,
      dedupeKey: `office-note:${id}`,
      payload: kind === "late" ? { kind, minutes: said.minutes } : { kind },
    });
    await recordAudit(inside, by, ACTIONS[kind], ["booking", booking.id], {
      note: kind === "late" ? `By ${said.minutes} minutes` : null,
    });
    return DONE;
  });
}

type OfNote = ActedBy & { visit: Pick<Visit, "id" | "booking_id">; noteId: string };

/** Changes one note of a visit. */
const changeNote = async (
  deps: Deps,
  { visit: { id: visitId, booking_id: bookingId }, noteId, ...by }: OfNote,
  work: (inside: Inside, note: VisitNoteRow, visit: Visit, booking: BookingRow) => Promise<Result<"over">>,
): Promise<Result<KeptNow | "over">> =>
  changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    const visit = await findVisit(inside, visitId);
    const note = await inside.db
      .selectFrom("visit_notes")
      .selectAll()
      .where("id", "=", noteId)
      .where("visit_id", "=", visitId)
      .executeTakeFirst();
    return visit && note ? work(inside, note, visit, booking) : refused("not-found");
  });

/** Takes an assessor's note off staff's list. Safe to repeat: the first who read it counts. */
export const readOfficeNote = (deps: Deps, { visit, noteId, ...by }: OfNote) =>
  changeNote(deps, { visit, noteId, ...by }, async (inside, note, _visit, booking) => {
    if (note.read_at !== null) return DONE;
    const read = { read_at: deps.clock.now().toISOString(), read_by: by.actor.id };
    await inside.db.updateTable("visit_notes").set(read).where("id", "=", noteId).execute();
    await recordAudit(inside, by, "visit.note-read", ["booking", booking.id]);
    return DONE;
  });

/** Mails the referrer that the assessor is late, and takes the note off staff's list. Safe to repeat: the mail goes
 * once. `over` when the visit has ended. */
export const tellReferrerOfLate = (deps: Deps, { visit: about, noteId, ...by }: OfNote) =>
  changeNote(deps, { visit: about, noteId, ...by }, async (inside, note, visit, booking) => {
    if (note.kind !== "late" || note.referrer_told_at !== null) return DONE;
    if (!maySay(visit, deps.clock.now()).late) return refused("over");
    const at = deps.clock.now().toISOString();
    await inside.db
      .updateTable("visit_notes")
      .set({
        referrer_told_at: at,
        read_at: note.read_at ?? at,
        read_by: note.read_at === null ? by.actor.id : note.read_by,
      })
      .where("id", "=", noteId)
      .execute();
    await enqueueMail(inside, {
      topic: "visit-late",
      to: booking.referrer_email,
      bookingId: booking.id,
      dedupeKey: `visit-late:${noteId}`,
      payload: { visitId: visit.id, minutes: note.late_minutes! },
    });
    await recordAudit(inside, by, "visit.late-told", ["booking", booking.id], {
      note: `By ${note.late_minutes} minutes`,
    });
    return DONE;
  });

/** Bookings with a note that nobody in the office has read, as a query. */
export const unreadNoteBookingIds = (eb: ExpressionBuilder<Tables, "bookings">) =>
  eb
    .selectFrom("visit_notes as unread")
    .innerJoin("visits as noted", "noted.id", "unread.visit_id")
    .select("noted.booking_id")
    .where("unread.read_at", "is", null);

/** Notes that nobody in the office has read, the longest waiting first; at most `limit`. Those of erased bookings
 * have no text. */
export async function unreadNotes({ db }: Pick<Deps, "db">, limit: number, of?: Expression<SqlBool>) {
  const rows = await db
    .selectFrom("visit_notes as note")
    .innerJoin("visits", "visits.id", "note.visit_id")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .select(["note.id", "note.kind", "note.late_minutes", "note.written_at"])
    .select(["bookings.id as bookingId", "bookings.reference"])
    .where("note.read_at", "is", null)
    .where("bookings.referrer_email_key", "!=", "")
    .$if(of !== undefined, (query) => query.where(of!))
    .orderBy("note.written_at")
    .orderBy("note.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, kind, late_minutes, written_at, bookingId, reference }) => ({
    id,
    kind,
    bookingId,
    reference,
    words: noteWords({ kind, lateMinutes: late_minutes }),
    at: formatInstant(written_at),
  }));
}
