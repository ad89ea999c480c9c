import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { DONE, refused, type Result } from "#app/features/booking/record/change-booking.server.ts";
import { readReferral, readShownSections } from "#app/features/referral/queries.server.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import type { SectionSave } from "#app/kit/sections/sections.server.ts";
import { answersAsTyped } from "#app/features/referral/sections/answers.ts";
import { blankOf, type Answer, type Answers } from "#app/kit/sections/fields.ts";
import { sectionFields, type SectionKey } from "#app/features/referral/sections/sections.ts";
import { transact } from "#app/platform/database.server.ts";
import type { PartKey } from "./asked-parts.ts";
import { savedPartsOf, updateContribution } from "./contribution-rows.server.ts";
import { tellOfAnotherPerson } from "./part-mails.server.ts";
import { lockWithBooking } from "./save-part.server.ts";
import { putInHome, theirsBesideOurs, type TheirAnswer } from "./theirs-and-ours.ts";

export type Choice = "theirs" | "ours" | "empty";

export type TakeOver = ActedByRequest & {
  bookingId: string;
  contributionId: string;
  /** The choice for one of their answers. */
  choose: (part: PartKey, answer: TheirAnswer) => Choice;
  /** Versions of the sections that the page showed. */
  versions: Partial<Record<SectionKey, number>>;
  /** When somebody decided before, as the page showed it; empty for never. */
  decidedAt: string;
};

/** `conflict`: the referral, or the decision, was changed since the page was read, and nothing was taken over. */
type TakeOverResult = Result<"conflict" | "changed">;

type Sections = Partial<Record<SectionKey, { answers: Record<string, Answer> }>>;

/** Takes over the chosen answers into the referral, and records that they were looked at. */
export async function takeOver(deps: Deps, request: TakeOver): Promise<TakeOverResult> {
  const { bookingId, contributionId, actor, requestId } = request;
  return transact(deps, async (inside): Promise<TakeOverResult> => {
    const locked = await lockWithBooking(inside, contributionId);
    if (locked?.booking.id !== bookingId) return refused("changed");
    const { asked, booking, standing } = locked;
    if (standing !== "sent" && standing !== "taken") return refused("changed");
    if ((asked.decided_at ?? "") !== request.decidedAt) return refused("conflict");
    const shown = await readShownSections(inside, booking);
    const referral = await readReferral(inside, booking);
    const read = (section: SectionKey) => answersAsTyped(section, referral.section(section).answers);
    const saved = await savedPartsOf(inside, contributionId);
    const changes: Sections = {};
    const fields: string[] = [];
    for (const part of asked.parts) {
      const answers = saved[part.key]?.answers ?? {};
      for (const answer of theirsBesideOurs(part, answers, shown, read)) {
        const choice = request.choose(part.key, answer);
        if (!answer.home || choice === "ours") continue;
        const [section, name] = answer.home;
        const field = sectionFields(section).find((one) => one.name === name)!;
        const change: Answers =
          choice === "empty" ? { [name]: blankOf(field) } : putInHome(answer.home, answers[answer.name]!);
        const before = changes[section]?.answers ?? {};
        changes[section] = { answers: { ...before, ...change } };
        fields.push(`${section}.${name}`);
      }
    }
    const sections = Object.entries(changes).map(([key, { answers }]): [string, SectionSave] => {
      const section = key as SectionKey;
      const current = referral.section(section);
      // The first save replaces what the booking says about the person, so it goes along.
      const whole = current.version === 0 ? { ...current.answers, ...answers } : answers;
      return [section, { answers: whole, version: request.versions[section] ?? 0 }];
    });
    const result = await saveSections(inside, {
      booking,
      actor,
      requestId,
      sections: Object.fromEntries(sections),
    });
    if (result.kind === "refused") return refused("changed");
    if (result.kind === "conflict") return refused("conflict");
    if (changes.personalDetails) await tellOfAnotherPerson(inside, bookingId);
    const decided_at = deps.clock.now().toISOString();
    await updateContribution(inside.db, contributionId, { state: "taken", decided_at });
    const by = { actor, requestId };
    await recordAudit(inside, by, "part.taken", ["booking", bookingId], { changedFields: fields });
    return DONE;
  });
}
