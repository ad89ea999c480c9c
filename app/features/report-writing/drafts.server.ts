import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, type Inside } from "#app/features/booking/record/change-booking.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { mergeFields } from "#app/kit/sections/answers.ts";
import type { Answers, AskedField } from "#app/kit/sections/fields.ts";
import {
  planSave,
  type PlannedSave,
  type SavedSection,
  type SectionSave,
} from "#app/kit/sections/sections.server.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { answersAsTyped } from "#app/features/referral/sections/answers.ts";
import type { Read } from "#app/features/referral/sections/labelled-answers.ts";
import { suggestedDecisions, writtenDecisions } from "#app/features/referral/cop3/decisions.ts";
import { bookingLines, readBooking } from "#app/features/booking/record/queries.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import type { Transaction } from "kysely";
import type { Tables } from "#app/platform/tables.ts";
import { statedDecision } from "./prefill.ts";
import { SUGGESTED, UNCONFIRMED } from "./draft.ts";
import {
  conclusionField,
  decisionNumber,
  isDecisionKey,
  MAX_DECISIONS,
  type DecisionKey,
  type PartKey,
} from "./parts.ts";
import {
  findDraft,
  lockDrafts,
  looksIn,
  writeLooks,
  writePart,
  type Look,
  type SavedDraft,
} from "./saved-draft.server.ts";

/** `bookingId`: of the visit, where the caller has read it. */
export type Target = { visitId: string; bookingId?: string; by: ActedByRequest };

export const NOT_FOUND = "not-found";
export const NO_DRAFT = "no-draft";
const IS_SENT = "You have sent this report. You can change it if it comes back.";
/** A sentence, or one of the two codes above. */
export type Refusal = { refusal: string };

type Writing = {
  inside: Inside;
  trx: Transaction<Tables>;
  booking: BookingRow;
  authorId: string;
  draft: SavedDraft | null;
  now: string;
};

/** Changes the author's own draft, with the lock of its booking's record alone: nothing else of the product is saved as
 * often. Only whoever has the visit writes. */
export async function changeDraft<Result>(
  deps: Deps,
  { visitId, bookingId: known, by }: Target,
  work: (writing: Writing) => Promise<Result | Refusal>,
  { whenSent = false } = {},
): Promise<Result | Refusal> {
  const bookingId = known ?? (await findAssessorVisit(deps, visitId, by.actor.id))?.booking.id;
  if (bookingId === undefined) return { refusal: NOT_FOUND };
  const change = { bookingId, by, locksAlone: true as const };
  const changed = await changeBooking(deps, change, async (inside, booking) => {
    const done = (result: Result | Refusal) => ({ ok: true as const, done: result });
    const found = await findAssessorVisit(inside, visitId, by.actor.id);
    if (!found) return done({ refusal: NOT_FOUND });
    await lockDrafts(inside.db, booking.id);
    const authorId = found.visit.assessor_id;
    const current = await findDraft(inside, { bookingId: booking.id, authorId });
    if (current && !current.isOpen && !whenSent) return done({ refusal: IS_SENT });
    const now = inside.clock.now().toISOString();
    return done(
      await work({ inside, trx: inside.db, booking, authorId, draft: current?.draft ?? null, now }),
    );
  });
  return changed.ok ? changed.done : { refusal: KEPT_WORDS[changed.problem] };
}

/** The decisions to begin with, numbered as in Part A of form COP3: the referrer's own, else one or more for each
 * assessment. One that nobody stated, as wide as the assessment, is left for the author to word. */
async function firstDecisions(deps: Deps, booking: BookingRow): Promise<Answers[]> {
  const referral = await readReferral(deps, booking);
  const read: Read = (section) => answersAsTyped(section, referral.section(section).answers);
  const lines = await bookingLines(deps.db, booking.id);
  const assessments = lines.map(({ assessment_id, name }) => ({ id: assessment_id, name }));
  const { otherAssessmentDetails: otherDetails } = await readBooking(deps, booking);
  const written = writtenDecisions(read);
  if (written.length > 0) {
    const only = assessments.length === 1 ? assessments[0]!.id : "";
    return written.map((decision) => ({ decision, assessment: only }));
  }
  return assessments.flatMap((one) =>
    suggestedDecisions(read, { otherDetails, assessments: [one] }).map((suggested) => ({
      decision: statedDecision(suggested),
      assessment: one.id,
    })),
  );
}

const unsaved = (answers: Answers, updatedAt: string): SavedSection => ({
  version: 0,
  answers,
  updatedAt,
  saveHash: null,
});

/** Begins the report of the visit's booking, with its decisions. One that is begun already stays as it is. */
export async function startDraft(deps: Deps, target: Target): Promise<null | Refusal> {
  return changeDraft(deps, target, async ({ inside, trx, booking, authorId, draft, now }) => {
    if (draft) return null;
    const id = deps.ids.uuid();
    await insertDraft(trx, { id, bookingId: booking.id, authorId, now });
    const decisions = (await firstDecisions(inside, booking)).slice(0, MAX_DECISIONS);
    for (const [index, answers] of decisions.entries())
      await writePart(trx, deps.secrets, id, `decision-${index + 1}`, unsaved(answers, now));
    await recordAudit(inside, target.by, "report.draft-started", ["booking", booking.id]);
    return null;
  });
}

/** Begins an addendum or a correction of the author's released report: a new draft with what that one says. One that is
 * begun already stays as it is. */
export async function reviseReport(deps: Deps, target: Target): Promise<null | Refusal> {
  const revise = async ({ inside, trx, booking, authorId, draft, now }: Writing): Promise<null | Refusal> => {
    if (!draft) return { refusal: NO_DRAFT };
    if (draft.state === "writing") return null;
    const released = await trx
      .selectFrom("reports")
      .select("id")
      .where("draft_id", "=", draft.id)
      .where("state", "=", "released")
      .executeTakeFirst();
    if (!released) return { refusal: NOT_RELEASED };
    const id = deps.ids.uuid();
    await insertDraft(trx, { id, bookingId: booking.id, authorId, now });
    for (const [key, part] of Object.entries(draft.parts))
      if (part)
        await writePart(trx, deps.secrets, id, key as PartKey, { ...part, version: 1, updatedAt: now });
    await recordAudit(inside, target.by, "report.draft-started", ["booking", booking.id]);
    return null;
  };
  return changeDraft(deps, target, revise, { whenSent: true });
}

const NOT_RELEASED = "This report is not released, so nothing can be added to it yet.";

type NewDraft = { id: string; bookingId: string; authorId: string; now: string };

async function insertDraft(trx: Transaction<Tables>, { id, bookingId, authorId, now }: NewDraft) {
  await trx
    .insertInto("report_drafts")
    .values({
      id,
      booking_id: bookingId,
      author_id: authorId,
      state: "writing",
      created_at: now,
      updated_at: now,
      shown_at: null,
      as_it_should_be: "[]",
      looks_sealed: null,
    })
    .execute();
}

const FULL = `A report has room for ${MAX_DECISIONS} decisions.`;

/** The number of a new decision: never one that had a conclusion before. */
function nextNumber({ parts }: Pick<SavedDraft, "parts">): number {
  const opinion = parts.opinion?.answers ?? {};
  for (let number = 1; ; number += 1) {
    const key: DecisionKey = `decision-${number}`;
    const isLater = Object.keys(parts).some(
      (other) => isDecisionKey(other) && decisionNumber(other) >= number,
    );
    if (!isLater && !opinion[conclusionField(key)]) return number;
  }
}

/** Adds a decision at the end, of an assessment or of none. Returns its key. */
export async function addDecision(
  deps: Deps,
  target: Target,
  answers: Answers,
): Promise<{ key: DecisionKey } | Refusal> {
  return changeDraft(deps, target, async ({ inside, trx, booking, draft, now }) => {
    if (!draft) return { refusal: NO_DRAFT };
    const count = Object.keys(draft.parts).filter(isDecisionKey).length;
    if (count >= MAX_DECISIONS) return { refusal: FULL };
    const key: DecisionKey = `decision-${nextNumber(draft)}`;
    await writePart(trx, deps.secrets, draft.id, key, unsaved(answers, now));
    await recordAudit(inside, target.by, "report.part-saved", ["booking", booking.id], {
      changedFields: [key],
    });
    return { key };
  });
}

const CHANGED =
  "You changed this decision in another window, so it was not removed. Look at it, then try again.";

/** Removes a decision, unless another window saved it since. Harmless to repeat. */
export async function removeDecision(
  deps: Deps,
  target: Target,
  key: DecisionKey,
  version: number,
): Promise<null | Refusal> {
  return changeDraft(deps, target, async ({ inside, trx, booking, draft }) => {
    const part = draft?.parts[key];
    if (!draft || !part) return null;
    if (part.version !== version) return { refusal: CHANGED };
    await trx.deleteFrom("report_parts").where("draft_id", "=", draft.id).where("key", "=", key).execute();
    await recordAudit(inside, target.by, "report.part-saved", ["booking", booking.id], {
      changedFields: [key],
    });
    return null;
  });
}

/** Keeps the author's answer to a finding, or takes it back (null). Harmless to repeat. */
export async function answerLook(
  deps: Deps,
  target: Target,
  { finding, look }: { finding: string; look: Omit<Look, "at"> | null },
): Promise<null | Refusal> {
  return changeDraft(deps, target, async ({ inside, trx, booking, draft, now }) => {
    if (!draft) return { refusal: NO_DRAFT };
    const { [finding]: before, ...others } = looksIn(deps.secrets, draft);
    const isSame = look ? before?.about === look.about && before.words === look.words : !before;
    if (isSame) return null;
    const looks = look ? { ...others, [finding]: { ...look, at: now } } : others;
    await writeLooks(trx, deps.secrets, draft.id, looks);
    await recordAudit(inside, target.by, "report.finding-settled", ["booking", booking.id], {
      changedFields: [finding],
    });
    return null;
  });
}

export type PartSave = SectionSave & {
  /** Answers that were filled in for the author, who has not confirmed them; none by default. */
  unconfirmed?: readonly string[];
  /** Suggestions for the fields; as before by default. */
  suggested?: Readonly<Record<string, string>>;
};

/** Saves a part, complete or not; a conflict when another window or somebody else saved another text since. */
export async function savePart(
  deps: Deps,
  target: Target,
  { key, fields, save }: { key: PartKey; fields: readonly AskedField[]; save: PartSave },
): Promise<PlannedSave | Refusal> {
  return changeDraft(deps, target, async ({ inside, trx, booking, draft, now }) => {
    if (!draft) return { refusal: NO_DRAFT };
    const current = draft.parts[key];
    if (isDecisionKey(key) && !current) return { refusal: NO_DRAFT };
    const merged: Answers = {
      ...mergeFields(fields, current?.answers ?? {}, save.answers),
      [UNCONFIRMED]: save.unconfirmed ?? [],
      ...(save.suggested && { [SUGGESTED]: JSON.stringify(save.suggested) }),
    };
    const plan = planSave(deps, now, fields, current, save, merged);
    if (plan.kind !== "written") return plan;
    await writePart(trx, deps.secrets, draft.id, key, plan.saved);
    await recordAudit(inside, target.by, "report.part-saved", ["booking", booking.id], {
      changedFields: plan.changed.map((name) => `${key}.${name}`),
    });
    return plan;
  });
}
