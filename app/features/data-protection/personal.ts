import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { retentionCutoffs } from "./retention.ts";

/** Ids of what also has files, to be deleted after the commit. */
export type ErasedFiles = { mailIds: string[]; documentIds: string[] };

/** People and bookings that are restricted or held; `subjectIds` are all records that their history is about. */
export type KeptPeople = {
  emailKeys: readonly string[];
  bookingIds: readonly string[];
  subjectIds: readonly string[];
};

export type Night = { now: Date; cutoffs: ReturnType<typeof retentionCutoffs>; kept: KeptPeople };

/** The work of a room on data about people beyond what follows from its `personalTables`: its `personal`, named in
 * `privacy/personal-rooms.server.ts`. */
export type Personal = {
  /** Counts what is to outlive a booking, in the caller's transaction, before anything of it is erased. */
  beforeErasing?: (trx: Executor, deps: Pick<Deps, "clock" | "secrets">, bookingId: string) => Promise<void>;
  /** Erases what else hangs on a booking, in the caller's transaction. Harmless to repeat. */
  eraseBooking?: (
    trx: Executor,
    deps: Pick<Deps, "clock" | "secrets">,
    bookingId: string,
  ) => Promise<Partial<ErasedFiles> | void>;
  /** The room's part of a booking, decrypted, for the export of a person's data. */
  exportBooking?: (deps: Deps, bookingId: string) => Promise<object>;
  /** True when a booking's data changed after an instant (UTC): the booking is still in use. */
  isChangedSince?: (db: Executor, bookingId: string, since: string) => Promise<boolean>;
  /** Deletes what is past its period, except what `kept` names. Returns counts for the log. */
  purge?: (deps: Deps, night: Night) => Promise<Record<string, number> | void>;
};
