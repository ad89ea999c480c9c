import type { Deps } from "#app/deps.server.ts";
import { addDays, formatDate, type IsoDate } from "#app/platform/dates.ts";
import { isAt, readMoment } from "./facts.server.ts";
import type { NextCode } from "./next-action.ts";
import { readStages, type BookingStage } from "./read-stages.server.ts";

const MAX_DAYS_BACK = 366;

/** The report that an assessor has to write for a booking, in words for them; null where none is to be written. */
export function reportInWords({ stage, next, dueOn }: BookingStage): string | null {
  if (stage !== "to-report") return null;
  const code: NextCode = next.code;
  if (code === "wait-correction") return "Report returned: please correct it";
  if (dueOn === null) return "Report to be written";
  return code === "ask-report"
    ? `Report late since ${formatDate(dueOn)}`
    : `Report due on ${formatDate(dueOn)}`;
}

type Row = { visitId: string; bookingId: string; reference: string; day: IsoDate };

/** Reports that this assessor has to write, the longest ago visited first, with the visit from which each is sent. */
export async function reportsToWrite(deps: Deps, assessorId: string) {
  const moment = await readMoment(deps);
  const rows: Row[] = await deps.db
    .selectFrom("bookings")
    .innerJoin("visits", "visits.booking_id", "bookings.id")
    .select(["visits.id as visitId", "bookings.id as bookingId", "bookings.reference", "visits.day"])
    .where("visits.assessor_id", "=", assessorId)
    .where("visits.ended_as", "is", null)
    .where("visits.day", ">=", addDays(moment.today, -MAX_DAYS_BACK))
    .where((eb) => isAt(eb, moment, "to-report"))
    .orderBy("visits.day")
    .orderBy("visits.start")
    .orderBy("visits.id")
    .execute();
  // A booking with several visits has one report.
  const last = new Map(rows.map((row) => [row.bookingId, row]));
  const stages = await readStages(deps, [...last.keys()], moment);
  return [...last.values()].flatMap(({ bookingId, ...visit }) => {
    const words = reportInWords(stages.get(bookingId)!);
    return words ? [{ ...visit, words }] : [];
  });
}
