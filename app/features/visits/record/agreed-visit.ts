import { MODES } from "#app/features/assessors/profile.ts";
import type { BookingDay } from "#app/features/booking/fields/status.ts";
import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import type { IsoDate } from "#app/platform/dates.ts";

/** The visit to come, as the referrer may know it. */
export type AgreedVisit = {
  day: IsoDate;
  /** `HH:MM`, London. */
  start: string;
  end: string;
  mode: PricingMode;
  /** How to join a virtual visit, as staff wrote it; empty while that is not known, null for a visit face to face. */
  join: string | null;
  /** `Priya, Social worker` */
  assessor: string;
  /** `Thursday 11 March 2027, 10:00–11:30` */
  when: string;
};

/** The row of a virtual visit that says how to join; null for another kind. */
const joinRow = ({ join }: Pick<AgreedVisit, "join">): [string, string] | null =>
  join === null ? null : ["How to join", join || "We will send you a link before the visit."];

/** The rows about a booking's visit, for its referrer: the agreed one with how to join, or when the last one was. */
export function visitRows(visit: AgreedVisit | null | undefined, day: BookingDay | null): Row[] {
  if (visit) return [["Agreed visit", visitInWords(visit)], joinRow(visit)];
  return day?.as === "visit" ? [["Last visit", day.when]] : [];
}

type Row = [name: string, value: string] | null;

/** `Thursday 11 March 2027, 10:00–11:30, face-to-face, with Priya, Social worker` */
export const visitInWords = ({ when, mode, assessor }: AgreedVisit): string =>
  `${when}, ${MODES[mode].toLowerCase()}${assessor ? `, with ${assessor}` : ""}`;
