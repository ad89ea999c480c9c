import { createHash } from "node:crypto";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Actor } from "#app/features/audit/record-audit.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import { formatInstant, formatTime, londonDate } from "#app/platform/dates.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { answersAsTyped, answerText } from "#app/features/referral/sections/answers.ts";
import type { ConflictView, SendResult } from "./autosave.ts";
import {
  isBlank,
  plainAnswer,
  type Answer,
  type Answers,
  type Field,
} from "#app/features/referral/sections/fields.ts";
import { sectionProgress } from "./journey.ts";
import { findProblems } from "#app/features/referral/sections/problems.ts";
import type { ReferralView } from "./queries.server.ts";
import { saveSections, type SaveConflict } from "./save-sections.server.ts";
import { SECTION_ANSWERS } from "#app/features/referral/sections/schema.ts";
import {
  readGivenUp,
  readSaveIds,
  readSectionForm,
  readSeen,
  readVersion,
  sectionFormValues,
} from "./section-form.ts";
import { sectionFields, type SectionKey } from "#app/features/referral/sections/sections.ts";

/** Data of a section's page; with `isChecked` also the problems that Submit would refuse; `lastSaved` is null
 * before a save. */
export function sectionPageData(deps: Deps, referral: ReferralView, key: SectionKey, isChecked: boolean) {
  const { version, answers, updatedAt } = referral.section(key);
  const today = londonDate(deps.clock.now());
  const problems = isChecked ? findProblems(key, answers, today) : [];
  return {
    version,
    seen: seenAnswers(key, answers),
    lastSaved: updatedAt && lastSavedText(updatedAt, today),
    values: sectionFormValues(key, answersAsTyped(key, answers)),
    problems: Object.fromEntries(problems.map(({ field, message }) => [field, [message]])),
  };
}

export type SectionPageData = ReturnType<typeof sectionPageData>;

export function lastSavedText(updatedAt: string, today: string): string {
  const isToday = londonDate(new Date(updatedAt)) === today;
  return isToday ? `Saved at ${formatTime(updatedAt)}` : `Saved on ${formatInstant(updatedAt)}`;
}

/** The answer to a save that was not taken. */
export function refuseSave(status: 400 | 409 | 429, message: string, errors: Record<string, string[]> = {}) {
  return { kind: "refused" as const, status, message, errors };
}

type Refusal = ReturnType<typeof refuseSave>;

type SectionFormResult = Extract<SendResult, { kind: "saved" | "conflict" }> | Refusal;

export async function saveSectionForm(
  { deps, requestId, clientAddress }: Pick<RequestScope, "deps" | "requestId" | "clientAddress">,
  writer: { booking: BookingRow; actor: Actor },
  section: SectionKey,
  form: FormData,
): Promise<SectionFormResult> {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.referralSave, `${clientAddress} ${writer.booking.id}`);
  if (!verdict.isAllowed) {
    return refuseSave(
      429,
      "You are saving very often. Please wait a minute and save again: what you typed is still here.",
    );
  }
  const parsed = SECTION_ANSWERS[section].safeParse(readSectionForm(section, form));
  if (!parsed.success) {
    const errors: Refusal["errors"] = {};
    for (const { path, message } of parsed.error.issues) (errors[String(path[0])] ??= []).push(message);
    return refuseSave(400, "This could not be saved yet. Please look at the answers below.", errors);
  }
  const save = { answers: parsed.data as Answers, version: readVersion(form), saveIds: readSaveIds(form) };
  const result = await saveSections(deps, { ...writer, sections: { [section]: save }, requestId });
  if (result.kind === "refused") return refuseSave(409, KEPT_WORDS[result.problem]);
  if (result.kind === "conflict") {
    const conflict = describeConflict(result.conflicts[0]!, readSeen(form), readGivenUp(section, form));
    return { kind: "conflict", conflict };
  }
  const { version, answers } = result.sections[section]!;
  const now = deps.clock.now();
  return {
    kind: "saved",
    version,
    seen: seenAnswers(section, answers),
    savedAt: formatTime(now.toISOString()),
    progress: sectionProgress(section, answers, londonDate(now)),
  };
}

/** The answer to an autosave, which asks again by itself after too many saves. */
export function answerAutosave(result: SectionFormResult): Response {
  if (result.kind === "saved") return Response.json(result);
  if (result.kind === "conflict") return Response.json(result, { status: 409 });
  const { status, errors } = result;
  const message = Object.values(errors)[0]?.[0] ?? result.message;
  const body: SendResult = status === 429 ? { kind: "failed" } : { kind: "refused", message };
  return Response.json(body, { status });
}

function fingerprint(answer: Answer | undefined): string {
  return createHash("sha256")
    .update(JSON.stringify(plainAnswer(answer)))
    .digest("base64url")
    .slice(0, 6);
}

/** A fingerprint of each answer that a page shows, in field order. The server uses them to see which answers
 * this writer changed. */
export const seenFields = (fields: readonly Field[], shown: Answers): string =>
  fields.map(({ name }) => fingerprint(shown[name])).join(".");

export const seenAnswers = (key: SectionKey, answers: Answers): string =>
  seenFields(sectionFields(key), answersAsTyped(key, answers));

type FieldsConflict = {
  /** The saved answers as a page shows them. */
  saved: { version: number; updatedAt: string; answers: Answers };
  given: Answers;
  /** Names of the fields that differ. */
  changed: readonly string[];
};

/** Describes a conflict. Where the writer changed nothing, left a field empty, or gave theirs up in an earlier
 * conflict, the saved text is suggested. */
export function describeFieldsConflict(
  fields: readonly Field[],
  { saved, given, changed }: FieldsConflict,
  seen: string,
  givenUp: Answers = {},
): ConflictView {
  const typed = { ...given, ...givenUp };
  const fingerprints = seen.split(".");
  const shown = saved.answers;
  const views = fields.map((field, index) => {
    const { name, label } = field;
    const isUntouched = fingerprint(typed[name]) === fingerprints[index];
    return {
      name,
      label,
      saved: answerText(field, shown[name]),
      mine: answerText(field, typed[name]),
      isSavedLikelier: isUntouched || name in givenUp || isBlank(typed[name]),
    };
  });
  return {
    version: saved.version,
    savedAt: formatTime(saved.updatedAt),
    fields: views.filter(
      ({ name, saved, mine }) => changed.includes(name) || (name in givenUp && saved !== mine),
    ),
  };
}

/** `describeFieldsConflict` of a section. */
export function describeConflict(
  { section, saved, given, fields }: SaveConflict,
  seen: string,
  givenUp: Answers = {},
): ConflictView {
  const shown = { ...saved, answers: answersAsTyped(section, saved.answers) };
  return describeFieldsConflict(
    sectionFields(section),
    { saved: shown, given, changed: fields },
    seen,
    givenUp,
  );
}
