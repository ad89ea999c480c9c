import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Actor } from "#app/features/audit/record-audit.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { answersAsTyped } from "#app/features/referral/sections/answers.ts";
import { findProblems } from "#app/features/referral/sections/problems.ts";
import { SECTION_ANSWERS } from "#app/features/referral/sections/schema.ts";
import { sectionFields, type SectionKey } from "#app/features/referral/sections/sections.ts";
import {
  answerSave,
  readFields,
  readSave,
  refuseSave,
  sectionData,
  type SectionResult,
} from "#app/kit/sections/sections.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { sectionProgress } from "./journey.ts";
import type { ReferralView } from "./queries.server.ts";
import { saveSections } from "./save-sections.server.ts";

/** Data of a section's page; with `isChecked` also the problems that Submit would refuse. */
export function sectionPageData(deps: Deps, referral: ReferralView, key: SectionKey, isChecked: boolean) {
  const section = referral.section(key);
  const { answers } = section;
  const problems = isChecked ? findProblems(key, answers, londonDate(deps.clock.now())) : [];
  return {
    ...sectionData(sectionFields(key), { ...section, answers: answersAsTyped(key, answers) }, deps),
    problems: Object.fromEntries(problems.map(({ field, message }) => [field, [message]])),
  };
}

export type SectionPageData = ReturnType<typeof sectionPageData>;

export async function saveSectionForm(
  scope: Pick<RequestScope, "deps" | "requestId" | "clientAddress">,
  writer: { booking: BookingRow; actor: Actor },
  section: SectionKey,
  form: FormData,
): Promise<SectionResult> {
  const { deps, requestId } = scope;
  const fields = sectionFields(section);
  const schema = SECTION_ANSWERS[section];
  const answers = readFields(fields, form);
  const save = await readSave(scope, form, { subject: writer.booking.id, schema, answers });
  if (save.kind === "refused") return save;
  const result = await saveSections(deps, { ...writer, sections: { [section]: save }, requestId });
  if (result.kind === "refused") return refuseSave(409, KEPT_WORDS[result.problem]);
  const plan = result.plans[section]!;
  const saved = plan.saved.answers;
  const answer = answerSave(deps, form, fields, plan, answersAsTyped(section, saved));
  const progress = sectionProgress(section, saved, londonDate(deps.clock.now()));
  return answer.kind === "saved" ? { ...answer, progress } : answer;
}
