import { byIds } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { formatDate } from "#app/platform/dates.ts";
import { recordAudit, type ActedBy } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  changeBooking,
  refused,
  type Inside,
  type KeptNow,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { findVisit, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import type { VisitLetterRow, VisitRow } from "#app/features/visits/record/tables.ts";
import type { LetterGivenForm } from "./letter-schema.ts";
import { LETTER_WAYS } from "#app/features/visits/record/letter-ways.ts";

/** When and how letters about these visits were given, the first one first. */
export const givenLetters = async (executor: Executor, visitIds: readonly string[]) =>
  byIds(visitIds, (piece) =>
    executor
      .selectFrom("visit_letters")
      .selectAll()
      .where("visit_id", "in", piece)
      .orderBy("given_on")
      .orderBy("recorded_at")
      .orderBy("id")
      .execute(),
  );

/** The visit has changed since the last of its letters was given. */
export const isLetterOld = (
  given: readonly Pick<VisitLetterRow, "recorded_at">[],
  { updated_at }: Pick<VisitRow, "updated_at">,
): boolean => given.length > 0 && given.every(({ recorded_at }) => recorded_at < updated_at);

/** The visit, if the actor may record its letters: staff of any visit, assessors of their own that is agreed
 * or was held. */
export async function visitOfLetter(deps: Deps, visitId: string, { actor }: ActedBy): Promise<Visit | null> {
  if (actor.kind !== "assessor") return findVisit(deps, visitId);
  const own = await findAssessorVisit(deps, visitId, actor.id);
  return own?.visit.ended_as === null ? own.visit : null;
}

type LetterResult = Result<KeptNow, { bookingId: string }>;

/** Changes the records of a visit's letters, if the actor may. */
async function changeLetters(
  deps: Deps,
  { visitId, ...by }: ActedBy & { visitId: string },
  work: (inside: Inside, booking: BookingRow) => Promise<boolean>,
): Promise<LetterResult> {
  const bookingId = (await visitOfLetter(deps, visitId, by))?.booking_id;
  if (bookingId === undefined) return refused("not-found");
  return changeBooking(deps, { bookingId, by }, async (inside, booking): Promise<LetterResult> => {
    const isDone = (await visitOfLetter(inside, visitId, by)) !== null && (await work(inside, booking));
    return isDone ? { ok: true, bookingId } : refused("not-found");
  });
}

const inWords = ({ way, given_on }: Pick<VisitLetterRow, "way" | "given_on">) =>
  `${LETTER_WAYS[way]}, ${formatDate(given_on)}`;

type Recording = ActedBy & Omit<LetterGivenForm, "notify"> & { visitId: string; isReferrerTold: boolean };

/** Records the day and the way in which a letter reached the person. With `isReferrerTold`, a letter that was handed to
 * the referrer is mailed to them as a link. Gives the booking's id, or why it was not recorded. */
export const recordLetter = async (
  deps: Deps,
  { visitId, way, givenOn, isReferrerTold, ...by }: Recording,
): Promise<LetterResult> =>
  changeLetters(deps, { visitId, ...by }, async (inside, booking) => {
    const trx = inside.db;
    const letter = { id: deps.ids.uuid(), visit_id: visitId, way, given_on: givenOn };
    await trx
      .insertInto("visit_letters")
      .values({ ...letter, recorded_by: by.actor.id, recorded_at: deps.clock.now().toISOString() })
      .execute();
    await recordAudit(inside, by, "visit.letter", ["booking", booking.id], { note: inWords(letter) });
    if (way === "referrer" && isReferrerTold) {
      await enqueueMail(inside, {
        topic: "visit-letter",
        to: booking.referrer_email,
        bookingId: booking.id,
        dedupeKey: `visit-letter:${letter.id}`,
        payload: { visitId },
      });
    }
    return true;
  });

/** Takes away a record that was made by mistake; the history keeps both. Assessors remove their own alone. */
export const removeLetter = async (
  deps: Deps,
  { visitId, letterId, ...by }: ActedBy & { visitId: string; letterId: string },
): Promise<LetterResult> =>
  changeLetters(deps, { visitId, ...by }, async (inside, booking) => {
    const trx = inside.db;
    const letter = (await givenLetters(trx, [visitId])).find(({ id }) => id === letterId);
    if (!letter || (by.actor.kind === "assessor" && letter.recorded_by !== by.actor.id)) return false;
    await trx.deleteFrom("visit_letters").where("id", "=", letterId).execute();
    await recordAudit(inside, by, "visit.letter-removed", ["booking", booking.id], { note: inWords(letter) });
    return true;
  });
