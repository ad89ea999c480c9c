import { purgeAudit } from "#app/features/audit/purge-audit.server.ts";
import { purgeFormAnswers } from "#app/platform/http/once.server.ts";
import { purgeRateLimits } from "#app/platform/rate-limit.server.ts";
import type { Personal } from "./personal.ts";

export const personal: Personal = {
  async purge(deps, { cutoffs, kept }) {
    await purgeFormAnswers(deps);
    await purgeRateLimits(deps.db, cutoffs.rateLimits);
    await purgeAudit(deps.db, cutoffs.realisedBookings, kept.subjectIds);
    await deps.db.deleteFrom("privacy_marks").where("lifted_at", "<", cutoffs.realisedBookings).execute();
  },
};
