import type { Tables } from "#app/platform/tables.ts";
import type { Activity } from "./processing.ts";
import type { Period } from "./retention.ts";

/** A table with rows about people. Without a word its rows hang on a booking, are deleted and exported with it, and
 * nobody changes them while the person is restricted. `tests/unit/canary.test.ts` asks each claim of the database. */
type PersonalTable<Column extends string> = {
  /** The column that leads to the booking, the visit, the account or the row that a row hangs on. Default:
   * `booking_id`. */
  key?: Column;
  /** Default: `booking`. */
  keptFor?: Period;
  /** Why rows stay when their person is erased: then their sealed words go. */
  staysBecause?: string;
  /** Columns whose words stay then, and why. */
  wordsStay?: Readonly<Partial<Record<Column, string>>>;
  /** The room's `eraseBooking` sees to rows and words. */
  isErasedByRoom?: true;
  /** The room's `exportBooking` has the rows in other words, or the export of a whole person has them. */
  isExportedByRoom?: true;
  /** Why staff and assessors may change rows about somebody who is restricted; without it, no form does. */
  changesWhileRestricted?: string;
  /** Why the export of a person's data leaves out the rows, or some columns. */
  notExported?: string | Readonly<Partial<Record<Column, string>>>;
};

type Declared = PersonalTable<string> & { key: string; keptFor: Period; activity: Activity };

/** Tables with rows about people, processed for one activity: `personal` of a room's `tables.ts`, which
 * `privacy/personal-rooms.server.ts` reads. */
export function personalTables(
  activity: Activity,
  tables: { [Table in keyof Tables]?: PersonalTable<keyof Tables[Table] & string> },
): Readonly<Record<string, Declared>> {
  return Object.fromEntries(
    Object.entries(tables).map(([table, declared]) => [
      table,
      { key: "booking_id", keptFor: "booking", ...declared, activity },
    ]),
  );
}

export const STAFF = "About somebody who works here.";
export const SECRET = "Lets somebody in, and says nothing about them.";
export const DERIVED = "Derived from what the export has.";
export const ACCOUNTS = "Without a name: the accounts need it.";
