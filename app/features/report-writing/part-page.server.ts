import { data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { RequestScope } from "#app/context.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { answerText, mergeFields } from "#app/kit/sections/answers.ts";
import { answersSchema } from "#app/kit/sections/schema.ts";
import {
  answerSave,
  readFields,
  readSave,
  refuseSave,
  sectionData,
  seenFields,
  type SectionResult,
} from "#app/kit/sections/sections.server.ts";
import { isBlank, isSameAnswer, type Answers, type AskedField } from "#app/kit/sections/fields.ts";
import { readAlsoTold } from "#app/features/contributions/also-told.server.ts";
import {
  ABILITY_KEYS,
  abilityFinding,
  cannotDecide,
  CONCLUSIONS,
  conclusionOf,
  FINDINGS,
} from "./abilities.ts";
import { contextOf, linesOf, pageLabel, partKeys, partTitle } from "./draft.ts";
import { NO_DRAFT, NOT_FOUND, savePart } from "./drafts.server.ts";
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

const FILLED_IN = "Filled in for you.";

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
  const merged = mergeFields(fields, saved, given);
  const isSaved = isSavedPart(opened, key);
  return suggestionsToKeep(draft, facts, key, { saved, merged, isSaved, isConfirmed, hasSeen });
}

type Shown = { answers: Answers; unread: readonly string[]; isSaved: boolean; toMend: readonly string[] };

/** A group as the page shows it: open while something in it is to be answered, read or put right. Questions that were
 * filled in for the author say so in the place of their help. */
function shownGroup(group: PartGroup, { answers, unread, isSaved, toMend }: Shown) {
  const { fields, isFolded = false, isAfterCannot = false, isInHead = false } = group;
  const answered = fields.filter(({ name }) => !isBlank(answers[name]));
  const isToAnswer = fields.some(
    (field) => field.need !== "optional" && field.kind !== "checkboxes" && !answered.includes(field),
  );
  const isToRead = !isSaved || fields.some(({ name }) => unread.includes(name));
  const isOpen =
    isToAnswer ||
    (isAfterCannot && !cannotDecide(answers)) ||
    (answered.length === 0 && !isFolded) ||
    (isToRead && !isInHead && (answered.length > 0 || !isFolded)) ||
    fields.some(({ name }) => toMend.includes(name));
  const ability = ABILITY_KEYS.find((one) => fields.some(({ name }) => name === one));
  const finding = ability && abilityFinding(answers, ability);
  const state = isInHead
    ? [...fields.map((field) => answerText(field, answers[field.name])), isToRead && FILLED_IN]
        .filter(Boolean)
        .join(". ")
    : finding
      ? FINDINGS[finding]
      : isFolded && answered.length === 0
        ? "optional"
        : "";
  // Functions do not reach a browser.
  const onPage = { words: undefined, inBox: undefined };
  return {
    ...group,
    heading: undefined,
    fold: { isOpen, state },
    fields: fields.map((field) => ({
      ...field,
      ...onPage,
      ...(unread.includes(field.name) && { hint: FILLED_IN }),
    })),
  };
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
    groups: partGroups(key, contextOf(draft)).map((group) => shownGroup(group, state)),
    said: isDecisionKey(key)
      ? draft.exchanges.map((one) => ({ id: one.id, number: one.number, label: exchangeLabel(one) }))
      : [],
    isFilledIn: unread.length > 0,
    findings: findings.map(({ level, message, field }) => ({ level, message, field })),
    next: pageLabel(draft, keys[keys.indexOf(key) + 1] ?? "check"),
    parts: keys.map((one) => ({ key: one, title: partTitle(draft, one) })),
    ...sectionData(fields, { version: 0, updatedAt: null, ...part, answers: shown }, deps),
    isDecision: isDecisionKey(key),
    conclusion: conclusion && CONCLUSIONS[conclusion],
    known: isDecisionKey(key)
      ? [...person.seen, ...person.support, ...person.health, ...(await readAlsoTold(deps, booking))]
      : [],
  };
}

export type PartPageData = Awaited<ReturnType<typeof readPartPage>>;

type Saving = Pick<RequestScope, "deps" | "clientAddress"> & { by: ActedByRequest; opened: OpenDraft };

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

function partSchema(fields: readonly AskedField[]) {
  const schema = answersSchema(fields, MAX_PART_TEXT_LENGTH);
  const { information } = schema.shape;
  const hasRoom = (text: unknown) => linesOf(String(text ?? "")).length <= MAX_INFORMATION_LINES;
  return information ? schema.extend({ information: information.refine(hasRoom, TOO_MANY_LINES) }) : schema;
}

/** Saves a posted part. `isConfirmed`: by a button of the part's page, where the author reads what was filled in.
 * Throws 404 for a part that is gone. */
export async function savePartForm(
  { deps, clientAddress, by, opened }: Saving,
  key: PartKey,
  form: FormData,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<SectionResult & { isAnyLeftOut?: boolean }> {
  const { booking, visit } = opened;
  const fields = fieldsOfPart(opened, key);
  const { answers, isAnyLeftOut } = withoutStrangeTicks(fields, readFields(fields, form));
  const posted = { subject: booking.id, schema: partSchema(fields), answers };
  const read = await readSave({ deps, clientAddress }, form, posted);
  if (read.kind === "refused") return read;
  const save = {
    ...read,
    unconfirmed: isConfirmed ? [] : leftAsFilledIn(opened, key, read.answers),
    suggested: suggested(opened, key, read.answers, read.seen, isConfirmed),
  };
  const target = { visitId: visit.id, bookingId: booking.id, by };
  const result = await savePart(deps, target, { key, fields, save });
  if (!("refusal" in result)) return { ...answerSave(deps, form, fields, result), isAnyLeftOut };
  if (result.refusal === NOT_FOUND || result.refusal === NO_DRAFT) throw data(null, { status: 404 });
  return refuseSave(409, result.refusal);
}
