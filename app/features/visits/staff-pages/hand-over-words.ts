import { formatShortDate, type IsoDate } from "#app/platform/dates.ts";

/** The control in which somebody is chosen for a visit. */
export const choiceOf = (visitId: string) => `visit-${visitId}`;

/** The control with the version of the visit's booking. */
export const versionOf = (visitId: string) => `version-${visitId}`;

/** The control with the list of assessors that was shown for a visit. */
export const listOf = (visitId: string) => `list-${visitId}`;

/** `on 11/03/2027`, `from 11/03/2027 to 12/03/2027`, `from 11/03/2027 on`. `until` is empty for all
 * days that follow. */
export function daysInWords({ from, until }: { from: IsoDate; until: IsoDate | "" }): string {
  if (until === from) return `on ${formatShortDate(from)}`;
  return until === ""
    ? `from ${formatShortDate(from)} on`
    : `from ${formatShortDate(from)} to ${formatShortDate(until)}`;
}
