import { purgeAudit } from "#app/features/audit/purge-audit.server.ts";
import { purgeFormAnswers } from "#app/platform/http/once.server.ts";
import { purgeRateLimits } from "#app/platform/rate-limit.server.ts";
import type { Personal } from "./personal.ts";

const HOUR = "Gone within the hour.";

/** Restrictions, and the tables of `audit` and `platform`, which know of no retention. */
export const personal: Personal = {
  activity: "rights",
  tables: {
    privacy_marks: {
      key: "booking_id",
      keptFor: "record",
      wordsStay: { reason: "What the privacy desk did stays with the case, which names nobody any more." },
    },
    audit_log: {
      key: "subject_id",
      keptFor: "record",
      staysBecause: "The record of who did what, without what was done.",
      wordsStay: {
        note: "A reason that staff give: its form says that it stays, and asks for nothing about anyone's health.",
      },
    },
    form_answers: {
      key: "key_hash",
      keptFor: "days",
      wordsStay: { answer_sealed: HOUR },
      notExported: { answer_sealed: HOUR },
    },
  },
  async purge(deps, { cutoffs, kept }) {
    await purgeFormAnswers(deps);
    await purgeRateLimits(deps.db, cutoffs.rateLimits);
    await purgeAudit(deps.db, cutoffs.realisedBookings, kept.subjectIds);
    await deps.db.deleteFrom("privacy_marks").where("lifted_at", "<", cutoffs.realisedBookings).execute();
  },
};
