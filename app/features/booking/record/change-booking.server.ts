import { Transaction } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import type { ActedBy } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import type { Tables } from "#app/platform/tables.ts";
import { isErased } from "./erase-booking.server.ts";
import { findBooking } from "./find-booking.server.ts";
import type { Kept } from "./kept-words.ts";

/** The surroundings of a use case inside of a transaction: `db` is the transaction. */
export type Inside<Around = Deps> = Around & { db: Transaction<Tables> };

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

/** Why a booking may not be changed, whatever version of it a page showed. */
export type KeptNow = Exclude<Kept, "changed-since">;

/** Only a change that names its version can find another one. */
type KeptFor<Asked extends Change> = Asked extends { version: number } ? Kept : KeptNow;

const isReferrer = ({ actor }: Pick<ActedBy, "actor">) =>
  actor.kind === "visitor" || actor.kind === "customer";

/** Why a booking may not be changed, for pages that say so before anybody tries; null when it may. */
export async function whyKept(
  executor: Executor,
  booking: BookingRow,
  { by, version = booking.version, whenErased, bindsReferrer }: Omit<Change, "bookingId" | "locksAlone">,
): Promise<Kept | null> {
  if (!whenErased && isErased(booking)) return "erased";
  const isBound = bindsReferrer || !isReferrer(by);
  if (isBound && (await isBookingRestricted(executor, booking))) return "restricted";
  return version === booking.version ? null : "changed-since";
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
export async function changeBooking<
  Answer extends { ok: boolean },
  Asked extends Change,
  Around extends Pick<Deps, "db">,
>(
  deps: Around,
  change: Asked,
  work: (inside: Inside<Around>, booking: BookingRow) => Promise<Answer>,
): Promise<Answer | Refused<KeptFor<Asked>>> {
  const run = async (db: Transaction<Tables>): Promise<Answer | Refused<KeptFor<Asked>>> => {
    const inside = { ...deps, db };
    const booking = await findBooking(db, change.bookingId);
    const kept = booking ? await whyKept(db, booking, change) : "not-found";
    return booking && !kept ? work(inside, booking) : refused((kept ?? "not-found") as KeptFor<Asked>);
  };
  if (deps.db instanceof Transaction) return run(deps.db);
  const record = change.locksAlone ? `bookings/${change.bookingId}` : undefined;
  try {
    return await transact(
      deps,
      async (inside) => {
        const answer = await run(inside.db);
        if (!answer.ok) throw new Undone(answer);
        return answer;
      },
      record,
    );
  } catch (error) {
    if (error instanceof Undone) return error.result as Answer | Refused<KeptFor<Asked>>;
    throw error;
  }
}
