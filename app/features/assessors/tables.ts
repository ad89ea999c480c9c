import { STAFF, personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { IsoDate } from "#app/platform/dates.ts";

/** The profile of a user of the role Assessor. Lists are JSON. */
export type AssessorRow = {
  user_id: string;
  professions: string;
  register_body: string | null;
  register_number_sealed: string | null;
  /** The last day on which the registration is valid. */
  register_ends_on: IsoDate | null;
  /** Ids of assessments. */
  assessments: string;
  /** `face-to-face`, `virtual`. */
  modes: string;
  /** Postcode areas and districts: `LS`, `HX1`. */
  areas: string;
  /** Besides English. */
  languages: string;
  /** `WeekHours`. */
  hours: string;
  max_visits_a_day: number | null;
  travel_before_minutes: number;
  travel_after_minutes: number;
  phone_sealed: string | null;
  /** `Proposal`: changes that the assessor asks staff to confirm. */
  proposal_sealed: string | null;
  proposed_at: string | null;
  /** `Papers`. */
  papers_sealed: string | null;
  /** The day on which the first of them ends. */
  papers_end_on: IsoDate | null;
  version: number;
  updated_at: string;
};

/** London days, both included. */
export type DaysOffRow = { id: string; user_id: string; from_on: IsoDate; until_on: IsoDate };

/** An assessor's own calendar, published at a secret address; `etag` is of the text that was read. */
export type BusyFeedRow = {
  user_id: string;
  url_sealed: string;
  saved_at: string;
  /** Read again then. */
  due_at: string;
  etag: string | null;
  /** When it was last read; null before the first time. */
  read_at: string | null;
  /** `FeedFault` of the last attempt; null when it was read. */
  fault: string | null;
  /** When its owner was told that it is not read. */
  told_at: string | null;
};

/** A time at which an assessor's own calendar says that they are busy, UTC instants. No titles. */
export type BusyTimeRow = { user_id: string; from_at: string; until_at: string };

declare module "#app/platform/tables.ts" {
  interface Tables {
    assessors: AssessorRow;
    assessor_days_off: DaysOffRow;
    busy_feeds: BusyFeedRow;
    busy_times: BusyTimeRow;
  }
}

export const personal = personalTables("work", {
  assessors: {
    key: "user_id",
    keptFor: "staff",
    notExported: STAFF,
    wordsStay: {
      papers_sealed: STAFF,
      phone_sealed: STAFF,
      proposal_sealed: STAFF,
      register_number_sealed: STAFF,
    },
  },
  assessor_days_off: { key: "user_id", keptFor: "staff", notExported: STAFF },
  busy_feeds: { key: "user_id", keptFor: "staff", wordsStay: { url_sealed: STAFF }, notExported: STAFF },
  busy_times: { key: "user_id", keptFor: "staff", notExported: STAFF },
});
