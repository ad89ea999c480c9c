import type { Deps } from "#app/deps.server.ts";
import type { RequestScope } from "#app/context.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { SendResult } from "#app/features/referral/autosave.ts";
import {
  readFields,
  readGivenUpFields,
  readSaveIds,
  readSeen,
  readVersion,
  formValues,
} from "#app/features/referral/section-form.ts";
import {
  describeFieldsConflict,
  lastSavedText,
  refuseSave,
  seenFields,
} from "#app/features/referral/section-page.server.ts";
import { answersSchema } from "#app/features/referral/sections/schema.ts";
import {
  isBlank,
  isSameAnswer,
  type Answers,
  type AskedField,
} from "#app/features/referral/sections/fields.ts";
import { readAlsoTold } from "#app/features/contributions/also-told.server.ts";
import { formatTime, londonDate } from "#app/platform/dates.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import {
  ABILITY_KEYS,
  abilityFinding,
  cannotDecide,
  CONCLUSIONS,
  conclusionOf,
  FINDINGS,
} from "./abilities.ts";
import { contextOf, linesOf, pageLabel, partKeys, partTitle } from "./draft.ts";
import { NO_DRAFT, NOT_FOUND, mergePart, savePart } from "./drafts.server.ts";
import { exchangeLabel } from "./exchange.ts";
import { readKnownFacts } from "./known-facts.server.ts";
import { readCheck } from "./read-check.server.ts";
import type { OpenDraft } from "./open-draft.server.ts";
import {
  isDecisionKey,
  MAX_INFORMATION_LINES,
  MAX_PART_TEXT_LENGTH,
  partFields,
  partGroups,
  type PartGroup,
  type PartKey,
} from "./parts.ts";
import { filledIn, shownAnswers, suggestionsToKeep } from "./prefill.ts";

export const fieldsOfPart = ({ draft }: Pick<OpenDraft, "draft">, key: PartKey) =>
  partFields(key, contextOf(draft));

const FILLED_IN = "Filled in for you: read it, then save.";

/** The questions of a part, with a hint at those that were filled in for the author. */
const marked = (groups: readonly PartGroup[], names: readonly string[]): PartGroup[] =>
  groups.map((group) => ({
    ...group,
    fields: group.fields.map((field) =>
      names.includes(field.name)
        ? { ...field, hint: [field.hint?.replace(/(?<![.!?])$/, "."), FILLED_IN].filter(Boolean).join(" ") }
        : field,
    ),
  }));

const isSavedPart = ({ saved }: Pick<OpenDraft, "saved">, key: PartKey) =>
  (saved.parts[key]?.version ?? 0) > 0;

/** Answers that were filled in for the author of a part and that this save leaves as they were. */
function leftAsFilledIn(opened: OpenDraft, key: PartKey, given: Answers): string[] {
  const { draft, facts } = opened;
  const isSaved = isSavedPart(opened, key);
  const shown = shownAnswers(draft, facts, key, isSaved);
  return filledIn(draft, facts, key, isSaved).filter((name) => isSameAnswer(shown[name], given[name]));
}

/** The suggestions of the moment, to keep with the answers of a part. */
function suggested(opened: OpenDraft, key: PartKey, given: Answers, seen: string, isConfirmed: boolean) {
  const { draft, facts } = opened;
  const fields = fieldsOfPart(opened, key);
  const saved = opened.saved.parts[key]?.answers ?? {};
  const prints = seen.split(".");
  const hasSeen = (name: string, text: string) => {
    const at = fields.findIndex((field) => field.name === name);
    return at >= 0 && prints[at] === seenFields([fields[at]!], { [name]: text });
  };
  const merged = mergePart(fields, saved, given);
  const isSaved = isSavedPart(opened, key);
  return suggestionsToKeep(draft, facts, key, { saved, merged, isSaved, isConfirmed, hasSeen });
}

type Shown = { answers: Answers; unread: readonly string[]; isSaved: boolean; toMend: readonly string[] };

/** A group is open while something in it is to be answered, read or put right. */
function folded(group: PartGroup, { answers, unread, isSaved, toMend }: Shown) {
  const { fields, isFolded = false, isAfterCannot = false } = group;
  const answered = fields.filter(({ name }) => !isBlank(answers[name]));
  const isToAnswer = fields.some(
    (field) => field.need !== "optional" && field.kind !== "checkboxes" && !answered.includes(field),
  );
  const isOpen =
    isToAnswer ||
    (isAfterCannot && !cannotDecide(answers)) ||
    (answered.length === 0 && !isFolded) ||
    (!isSaved && !isFolded) ||
    fields.some(({ name }) => unread.includes(name) || toMend.includes(name));
  const ability = ABILITY_KEYS.find((one) => fields.some(({ name }) => name === one));
  const finding = ability && abilityFinding(answers, ability);
  const state = finding ? FINDINGS[finding] : isFolded && answered.length === 0 ? "optional" : "";
  return { ...group, fold: { isOpen, state } };
}

/** Data of a part's page. */
export async function readPartPage(deps: Deps, opened: OpenDraft, key: PartKey) {
  const { draft, saved, booking, visit, facts } = opened;
  const { person } = await readKnownFacts(deps, booking, visit.assessor_id);
  const part = saved.parts[key];
  const isSaved = part !== undefined && part.version > 0;
  const fields = fieldsOfPart(opened, key);
  const shown = { ...part?.answers, ...shownAnswers(draft, facts, key, isSaved) };
  const keys = partKeys(draft);
  const conclusion = isDecisionKey(key) ? conclusionOf(draft.parts[key] ?? {}) : null;
  const unread = filledIn(draft, facts, key, isSaved);
  const findings = isSaved ? (await readCheck(deps, opened)).filter(({ part }) => part === key) : [];
  const toMend = findings.flatMap(({ level, field }) => (level === "must" ? [field] : []));
  const state = { answers: shown, unread, isSaved, toMend };
  return {
    key,
    title: partTitle(draft, key),
    reference: booking.reference,
    groups: marked(partGroups(key, contextOf(draft)), unread).map((group) => folded(group, state)),
    said: isDecisionKey(key)
      ? draft.exchanges.map((one) => ({ id: one.id, number: one.number, label: exchangeLabel(one) }))
      : [],
    findings: findings.map(({ level, message, field }) => ({ level, message, field })),
    next: pageLabel(draft, keys[keys.indexOf(key) + 1] ?? "check"),
    parts: keys.map((one) => ({ key: one, title: partTitle(draft, one) })),
    version: part?.version ?? 0,
    seen: seenFields(fields, shown),
    lastSaved: isSaved ? lastSavedText(part.updatedAt, londonDate(deps.clock.now())) : null,
    values: formValues(fields, shown),
    isDecision: isDecisionKey(key),
    conclusion: conclusion && CONCLUSIONS[conclusion],
    known: isDecisionKey(key)
      ? [...person.seen, ...person.support, ...person.health, ...(await readAlsoTold(deps, booking))]
      : [],
  };
}

export type PartPageData = Awaited<ReturnType<typeof readPartPage>>;

type Saving = Pick<RequestScope, "deps" | "requestId" | "clientAddress"> & {
  by: ActedByRequest;
  opened: OpenDraft;
};

type SaveResult =
  | Extract<SendResult, { kind: "saved" | "conflict" }>
  | ReturnType<typeof refuseSave>
  | { kind: "gone" };

/** Answers without ticks at exchanges that are not this visit's, or were deleted; `isAnyLeftOut` says so. */
function withoutStrangeTicks(fields: readonly AskedField[], given: Answers) {
  let isAnyLeftOut = false;
  const answers = Object.fromEntries(
    Object.entries(given).map(([name, answer]) => {
      const field = fields.find((one) => one.name === name);
      if (field?.kind !== "checkboxes" || !Array.isArray(answer)) return [name, answer];
      const known = (answer as string[]).filter((id) => field.options.includes(id));
      isAnyLeftOut ||= known.length < answer.length;
      return [name, known];
    }),
  );
  return { answers, isAnyLeftOut };
}

const TOO_MANY_LINES = `Use at most ${MAX_INFORMATION_LINES} lines: keep what matters for this decision.`;

/** Saves a posted part. `isConfirmed`: by a button of the part's page, where the author reads what was filled in. */
export async function savePartForm(
  { deps, clientAddress, by, opened }: Saving,
  key: PartKey,
  form: FormData,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<SaveResult & { isAnyLeftOut?: boolean }> {
  const { booking, visit } = opened;
  const verdict = await hitRateLimit(deps, RATE_LIMITS.referralSave, `${clientAddress} ${booking.id}`);
  if (!verdict.isAllowed)
    return refuseSave(
      429,
      "You are saving very often. Please wait a minute and save again: what you typed is still here.",
    );
  const fields = fieldsOfPart(opened, key);
  const { answers: given, isAnyLeftOut } = withoutStrangeTicks(fields, readFields(fields, form));
  const parsed = answersSchema(fields, MAX_PART_TEXT_LENGTH).safeParse(given);
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error?.issues ?? []) (errors[String(path[0])] ??= []).push(message);
  if (isDecisionKey(key) && linesOf(String(given["information"] ?? "")).length > MAX_INFORMATION_LINES)
    (errors["information"] ??= []).push(TOO_MANY_LINES);
  if (!parsed.success || errors["information"])
    return refuseSave(400, "This could not be saved yet. Please look at the answers below.", errors);
  const save = {
    ...{ answers: parsed.data, version: readVersion(form), saveIds: readSaveIds(form) },
    unconfirmed: isConfirmed ? [] : leftAsFilledIn(opened, key, parsed.data),
    suggested: suggested(opened, key, parsed.data, readSeen(form), isConfirmed),
  };
  const result = await savePart(
    deps,
    { visitId: visit.id, bookingId: booking.id, by },
    { key, fields, save },
  );
  if ("refusal" in result) {
    const { refusal } = result;
    return refusal === NOT_FOUND || refusal === NO_DRAFT ? { kind: "gone" } : refuseSave(409, refusal);
  }
  if ("conflict" in result) {
    const conflict = describeFieldsConflict(
      fields,
      result.conflict,
      readSeen(form),
      readGivenUpFields(fields, form),
    );
    return { kind: "conflict", conflict };
  }
  const { version, answers } = result.saved;
  const savedAt = formatTime(deps.clock.now().toISOString());
  return { kind: "saved", version, seen: seenFields(fields, answers), savedAt, isAnyLeftOut };
}
