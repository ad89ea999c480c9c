import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Activity } from "./processing.ts";
import type { Period, retentionCutoffs } from "./retention.ts";

/** One table with rows about a person. `tests/unit/canary.test.ts` asks each claim of the database. */
type PersonalTable = {
  /** The column that leads to the booking, the visit, the account or the row that a row hangs on. */
  key: string;
  keptFor: Period;
  /** Rows are deleted with the booking that the key leads to. Without it, `eraseBooking` of the room sees to them. */
  goesWithBooking?: true;
  /** Why rows stay when their person is erased; without it they are deleted. */
  staysBecause?: string;
  /** Columns whose words stay then, and why. */
  wordsStay?: Readonly<Record<string, string>>;
  /** Why staff and assessors may change rows about somebody whose data is restricted; without it, no form does. */
  changesWhileRestricted?: string;
  /** Why the export of a person's data leaves out the rows, or the words of some columns. */
  notExported?: string | Readonly<Record<string, string>>;
};

/** Ids of what also has files, to be deleted after the commit. */
export type ErasedFiles = { mailIds: string[]; documentIds: string[] };

/** People and bookings that are restricted or held; `subjectIds` are all records that their history is about. */
export type KeptPeople = {
  emailKeys: readonly string[];
  bookingIds: readonly string[];
  subjectIds: readonly string[];
};

export type Night = { now: Date; cutoffs: ReturnType<typeof retentionCutoffs>; kept: KeptPeople };

/** Everything that a room stores about people: `personal.server.ts` of each room, walked by
 * `privacy/personal-rooms.server.ts`. */
export type Personal = {
  /** The activity that its data is processed for, in the record of processing. */
  activity: Activity;
  tables: Readonly<Record<string, PersonalTable>>;
  /** Erases what hangs on a booking, in the caller's transaction. Harmless to repeat. */
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

export const STAFF = "About somebody who works here.";
export const SECRET = "Lets somebody in, and says nothing about them.";
export const DERIVED = "Derived from what the export has.";
export const ACCOUNTS = "Without a name: the accounts need it.";
