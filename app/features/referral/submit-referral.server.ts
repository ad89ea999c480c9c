import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  type KeptNow,
  type Inside,
} from "#app/features/booking/record/change-booking.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { normalisePhones } from "#app/features/referral/sections/answers.ts";
import { sectionsAsked } from "./journey.ts";
import { unsavedAnswers } from "./queries.server.ts";
import { findProblems, type FieldProblem } from "#app/features/referral/sections/problems.ts";
import { lockReferral, writeSection, type SavedReferral } from "./saved-referral.server.ts";
import type { Answers } from "#app/kit/sections/fields.ts";
import type { SectionKey } from "#app/features/referral/sections/sections.ts";

type SubmitResult =
  | { kind: "refused"; problem: KeptNow }
  | { kind: "submitted"; formId: string; revision: number; submittedAt: string }
  | { kind: "incomplete"; problems: (FieldProblem & { section: SectionKey })[] };

/** Writes the sections whose phones are normalised now, and the personal details even when they are only prefilled. */
async function writeNormalised(
  inside: Inside,
  referral: SavedReferral,
  sections: SectionKey[],
  answersOf: (section: SectionKey) => Answers,
  now: string,
): Promise<void> {
  for (const section of sections) {
    const saved = referral.sections[section];
    const answers = normalisePhones(section, answersOf(section));
    if (JSON.stringify(answers) === JSON.stringify(saved?.answers)) continue;
    if (!saved && section !== "personalDetails") continue;
    await writeSection(inside, referral, section, {
      saveHash: null,
      version: 1,
      // The version stays, because nobody changed an answer: a save from another tab with this version is no conflict.
      ...saved,
      answers,
      updatedAt: now,
    });
  }
}

/** Submits what is saved or prefilled, unless something required is missing or the booking may not be changed. The
 * form stays editable. */
export async function submitReferral(
  deps: Deps,
  { booking, actor, requestId }: { booking: BookingRow; actor: Actor; requestId: string | null },
): Promise<SubmitResult> {
  const view = await readBooking(deps, booking);
  const instant = deps.clock.now();
  const now = instant.toISOString();
  const today = londonDate(instant);
  const sections = sectionsAsked(view.calculatedPricing.assessmentPrices);

  const submit = async (inside: Inside): Promise<SubmitResult> => {
    const referral = await lockReferral(inside, booking.id);
    const answersOf = (key: SectionKey) => referral?.sections[key]?.answers ?? unsavedAnswers(key, view);
    const problems = sections.flatMap((section) =>
      findProblems(section, answersOf(section), today).map((problem) => ({ ...problem, section })),
    );
    if (!referral || problems.length > 0) return { kind: "incomplete", problems };
    const { id: formId, submittedAt, updatedAt } = referral;
    // Nothing changed since the last Submit: pressing the button twice is one submission. Not compared as times: the
    // clock may have been set back.
    if (submittedAt && submittedAt === updatedAt)
      return { kind: "submitted", formId, revision: referral.revision, submittedAt };

    await writeNormalised(inside, referral, sections, answersOf, now);
    const revision = referral.revision + 1;
    await inside.db
      .updateTable("referral_forms")
      .set({ revision, submitted_at: now, updated_at: now })
      .where("id", "=", formId)
      .execute();
    await recordAudit(inside, { actor, requestId }, "referral.submitted", ["booking", booking.id], {
      note: `Revision ${revision}`,
    });
    await enqueueMail(inside, {
      topic: "referral-received",
      to: booking.referrer_email,
      bookingId: booking.id,
      dedupeKey: `referral-received:${formId}:${revision}`,
      payload: {},
    });
    return { kind: "submitted", formId, revision, submittedAt: now };
  };
  const change = { bookingId: booking.id, by: { actor } };
  const sent = await changeBooking(deps, change, async (inside) => ({
    ...DONE,
    result: await submit(inside),
  }));
  return sent.ok ? sent.result : { kind: "refused", problem: sent.problem };
}
