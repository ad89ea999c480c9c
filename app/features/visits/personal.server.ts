import { STAFF, type Personal } from "#app/features/data-protection/personal.ts";
import { purgeFormerAssessors } from "#app/features/visits/record/former-assessors.server.ts";
import { purgeFreedTimes } from "#app/features/visits/record/freed-times.server.ts";
import { eraseVisits, visitData } from "./erase-visits.server.ts";

const TOTALS = "Day, hour and outcome without a name or a word: assessors' totals need them.";

export const personal: Personal = {
  activity: "assessment",
  tables: {
    visits: { key: "booking_id", keptFor: "booking", staysBecause: TOTALS },
    visit_questions: { key: "booking_id", keptFor: "booking", staysBecause: TOTALS },
    visit_answers: { key: "question_id", keptFor: "booking", staysBecause: TOTALS },
    time_offers: { key: "booking_id", keptFor: "booking", staysBecause: TOTALS },
    visit_outcomes: {
      key: "visit_id",
      keptFor: "booking",
      staysBecause: TOTALS,
      changesWhileRestricted: "Somebody looked after the assessor who was not safe.",
    },
    visit_notes: { key: "visit_id", keptFor: "booking", staysBecause: TOTALS },
    visit_letters: { key: "visit_id", keptFor: "booking", staysBecause: TOTALS },
    visit_former_assessors: { key: "visit_id", keptFor: "booking", staysBecause: TOTALS },
    freed_times: {
      ...{ key: "visit_id", keptFor: "booking", staysBecause: "A free hour of an assessor, until its day." },
      notExported: "A free hour of an assessor.",
    },
    earlier_asks: { key: "booking_id", keptFor: "booking", staysBecause: TOTALS },
    calendar_feeds: { key: "user_id", keptFor: "staff", notExported: STAFF },
  },
  eraseBooking: eraseVisits,
  exportBooking: visitData,
  async purge({ db }, { now }) {
    await purgeFormerAssessors(db, now);
    await purgeFreedTimes(db, now);
  },
};
