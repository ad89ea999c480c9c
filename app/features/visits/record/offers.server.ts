import type { Deps } from "#app/deps.server.ts";
import { assessorsInWords } from "./agreed-visit.server.ts";
import { questionsOfBooking, type VisitQuestion } from "./find-visits.server.ts";
import type { TimeOfferRow } from "./tables.ts";
import { instantOf, whenOf } from "./visit-times.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedColumn, type Secrets } from "#app/platform/secrets.server.ts";

const sealedNote = sealedColumn("time_offers", "note_sealed");

/** The referrer's words with "None of these"; null for none. */
export const sealOfferNote = (secrets: Secrets, id: string, note: string) =>
  note === "" ? null : sealedNote.encrypt(secrets, id, note);

export type Offer = Omit<TimeOfferRow, "note_sealed"> & {
  note: string;
  /** The earliest first. */
  times: VisitQuestion[];
};

type ReadDeps = { db: Executor; secrets: Secrets };

/** A booking's offers of times, the latest first. */
export async function offersOfBooking(deps: ReadDeps, bookingId: string): Promise<Offer[]> {
  const rows = await deps.db
    .selectFrom("time_offers")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  if (rows.length === 0) return [];
  const questions = await questionsOfBooking(deps, bookingId);
  return rows.map(({ note_sealed, ...row }) => ({
    ...row,
    note: note_sealed === null ? "" : sealedNote.decrypt(deps.secrets, row.id, note_sealed),
    times: questions
      .filter(({ offer_id }) => offer_id === row.id)
      .toSorted((a, b) => instantOf(a.day, a.start) - instantOf(b.day, b.start) || (a.id < b.id ? -1 : 1)),
  }));
}

/** Whether a referrer may still choose. */
export const isOfferOpen = ({ state, until }: Pick<TimeOfferRow, "state" | "until">, now: Date) =>
  state === "open" && until > now.toISOString();

/** Who would go at a time that is held. */
export const assessorOf = ({ answers }: Pick<VisitQuestion, "answers">) => answers[0]!.assessor_id;

/** The offer from which the referrer may choose now; undefined without one. Does not look whether its times are
 * still free. */
export const openOfferOf = ({ db, clock }: Pick<Deps, "clock"> & { db: Executor }, bookingId: string) =>
  db
    .selectFrom("time_offers")
    .select(["id", "until"])
    .where("booking_id", "=", bookingId)
    .where("state", "=", "open")
    .where("until", ">", clock.now().toISOString())
    .executeTakeFirst();

/** Whether a referrer may still choose from this offer, for the mail about it. */
export async function isStillOffered({ db, clock }: Pick<Deps, "db" | "clock">, offerId: string) {
  const row = await db.selectFrom("time_offers").selectAll().where("id", "=", offerId).executeTakeFirst();
  return row !== undefined && isOfferOpen(row, clock.now());
}

/** `Tuesday 2 December 2026, 10:00–11:30, with Priya, Social worker` for each time. */
export async function timesInWords(deps: ReadDeps, times: readonly VisitQuestion[]): Promise<string[]> {
  const names = await assessorsInWords(deps, times.map(assessorOf));
  return times.map((time) =>
    [whenOf(time), names.get(assessorOf(time)) && `with ${names.get(assessorOf(time))}`]
      .filter(Boolean)
      .join(", "),
  );
}
