import type { Deps } from "#app/deps.server.ts";
import { consumerRights } from "#app/features/booking/fields/consumer.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { bookingLines } from "#app/features/booking/record/queries.server.ts";
import { assessmentIdOf } from "#app/features/catalogue/catalogue.ts";
import { lookAgainDay } from "#app/features/report-writing/report-document.ts";
import { writtenReports } from "#app/features/report-writing/written-report.server.ts";
import { isDayToLookAgain } from "#app/features/report/look-again-day.ts";
import { londonDate, monthsAfter } from "#app/platform/dates.ts";
import { followUpOf } from "./follow-ups.server.ts";

/** The day that the release form begins with: that of the report, else that of the version before, else the practice's
 * default for the assessment. Nobody's consent is assumed of a consumer. */
export async function lookAgainToAsk(deps: Deps, booking: BookingRow) {
  const { isOn, months, assessments } = deps.settings.current().recalls;
  const today = londonDate(deps.clock.now());
  const known = await followUpOf(deps.db, booking.id);
  const [report] = await writtenReports(deps, { bookingId: booking.id, state: "in-review" });
  const named = new Set(assessments.map(assessmentIdOf));
  const lines = await bookingLines(deps.db, booking.id);
  const hasDefault = lines.some(({ assessment_id }) => named.has(assessment_id));
  const days = [
    report && lookAgainDay(report.tree),
    known?.due_on,
    hasDefault ? monthsAfter(today, months) : null,
  ];
  const isAgreed = known ? known.agreed_at !== null : consumerRights(booking, today) === null;
  return { isOn, day: days.find((day) => day && isDayToLookAgain(day, today)) ?? "", isAgreed };
}
