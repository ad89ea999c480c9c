import { readTime } from "#app/features/assessors/hours.ts";
import { isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { isClockTime } from "./visit-times.ts";

/** A time to offer as a form names it: the assessor's id, the day and the start. */
export const offerKey = (time: { assessorId: string; day: IsoDate; start: string }) =>
  `${time.assessorId} ${time.day} ${time.start}`;

/** Null for a text that is no time to offer. */
export function readOfferKey(key: string) {
  const [, assessorId, day, typed] = /^([\w-]{1,64}) (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/.exec(key) ?? [];
  const start = readTime(typed ?? "");
  if (!assessorId || !day || !start || !isIsoDate(day) || !isClockTime(day, start)) return null;
  return { assessorId, day, start };
}
