import { personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import type { FollowUpState, StopReason } from "./follow-up-words.ts";

/** The day to look again after a booking's report. */
export type FollowUpRow = {
  id: string;
  /** UNIQUE: a new version with another day moves it. */
  booking_id: string;
  due_on: IsoDate;
  /** The first day on which the referrer may be reminded: six weeks before, or as they asked. */
  remind_on: IsoDate;
  /** Null while the referrer has not agreed to be reminded. */
  agreed_at: string | null;
  state: FollowUpState;
  /** Why somebody stopped it. Other reasons are asked when a mail is due: nothing stores them. */
  reason: StopReason | null;
  created_at: string;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    follow_ups: FollowUpRow;
  }
}

export const personal = personalTables("assessment", { follow_ups: { isExportedByRoom: true } });
