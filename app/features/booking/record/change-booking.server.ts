import { Transaction } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import type { ActedBy } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { transact } from "#app/platform/database.server.ts";
import type { Tables } from "#app/platform/tables.ts";
import { isErased } from "./erase-booking.server.ts";
import { findBooking } from "./find-booking.server.ts";
import type { Kept } from "./kept-words.ts";

/** The surroundings of a use case inside of a transaction: `db` is the transaction. */
export type Inside = Deps & { db: Transaction<Tables> };

/** A change that was not made: nothing was written. `problem` is a code; a map of words has its sentence. */
export type Refused<Problem extends string> = Problem extends string
  ? { ok: false; problem: Problem }
  : never;

export type Result<Problem extends string = never, Done extends object = object> =
  | ({ ok: true } & Done)
  | Refused<Problem>;

export const DONE = { ok: true } as const;

export const refused = <Problem extends string>(problem: Problem) =>
  ({ ok: false, problem }) as Refused<Problem>;

type Change = {
  bookingId: string;
  by: Pick<ActedBy, "actor">;
  /** The version on screen: a later one refuses the change. */
  version?: number;
  /** For changes that add nothing about a person. */
  whenErased?: true;
  /** A restriction binds the referrer, too: the change takes more than their word. */
  bindsReferrer?: true;
  /** Takes the lock of this booking alone, not that of all writers: for texts that are saved while one types. */
  locksAlone?: true;
};

const isReferrer = ({ actor }: Pick<ActedBy, "actor">) =>
  actor.kind === "visitor" || actor.kind === "customer";

async function bookingToChange({ db }: Inside, change: Change): Promise<BookingRow | Kept> {
  const booking = await findBooking(db, change.bookingId);
  if (!booking) return "not-found";
  if (!change.whenErased && isErased(booking)) return "erased";
  const isBound = change.bindsReferrer || !isReferrer(change.by);
  if (isBound && (await isBookingRestricted(db, booking))) return "restricted";
  return change.version === undefined || change.version === booking.version ? booking : "changed-since";
}

/** Undoes the transaction. */
class Undone extends Error {
  override name = "Undone";
  readonly result: unknown;
  constructor(result: unknown) {
    super("A change of a booking was refused");
    this.result = result;
  }
}

/** Changes a booking, or what hangs on it, in one transaction. `work` runs only while the booking may be changed: it
 * was not erased, it has the `version` that the page showed, and nobody restricted its use. A restriction binds the
 * practice and its assessors; what referrers say about their own booking is theirs to say. A refusal, by the work too,
 * undoes what was written. Inside of another change it is part of that one, and undone with it. */
export async function changeBooking<Answer extends { ok: boolean }>(
  deps: Deps,
  change: Change,
  work: (inside: Inside, booking: BookingRow) => Promise<Answer>,
): Promise<Answer | Refused<Kept>> {
  const run = async (db: Transaction<Tables>): Promise<Answer | Refused<Kept>> => {
    const inside = { ...deps, db };
    const booking = await bookingToChange(inside, change);
    return typeof booking === "string" ? refused(booking) : work(inside, booking);
  };
  if (deps.db instanceof Transaction) return run(deps.db);
  const record = change.locksAlone ? `bookings/${change.bookingId}` : undefined;
  try {
    return await transact(
      deps.db,
      async (trx) => {
        const answer = await run(trx);
        if (!answer.ok) throw new Undone(answer);
        return answer;
      },
      record,
    );
  } catch (error) {
    if (error instanceof Undone) return error.result as Answer | Refused<Kept>;
    throw error;
  }
}
