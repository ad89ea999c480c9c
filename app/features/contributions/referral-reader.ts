import type { ReferralView } from "#app/features/referral/queries.server.ts";
import { answersAsTyped } from "#app/features/referral/sections/answers.ts";
import type { Read } from "#app/features/referral/sections/labelled-answers.ts";

/** Reads the referral's answers as they were typed. */
export const readerOf =
  ({ referral }: { referral: Pick<ReferralView, "section"> }): Read =>
  (section) =>
    answersAsTyped(section, referral.section(section).answers);
