import { data, redirect } from "react-router";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { whyNotDeclare, declareReport } from "#app/features/report/declare-report.server.ts";
import { DECLARE_PROBLEMS } from "#app/features/report/report-problems.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { DeclareSchema } from "#app/features/report/report-schemas.ts";
import { authorName } from "#app/features/report/assessor-report-page.server.ts";
import { isSignatureOf, signAs, VISIT_DOUBTS, type ReportKind } from "#app/features/report/report-words.ts";
import { visitDoubt } from "#app/features/report/visit-doubt.server.ts";
import { byIntent } from "#app/forms/intent.ts";
import { parseForm, refuseForm, type Messages } from "#app/forms/read-form.server.ts";
import { changedSince, markOf } from "#app/forms/shown.server.ts";
import { pageLabel, partKeys, partTitle, textOf, decisionKeys, SUGGESTED, type Draft } from "./draft.ts";
import { type OpenDraft, openDraft } from "./open-draft.server.ts";
import { answerLook, NO_DRAFT, NOT_FOUND } from "./drafts.server.ts";
import { withLooks, standingLooks } from "./looks.server.ts";
import { looksIn, lockDrafts, writeLooks, writePart } from "./saved-draft.server.ts";
import { readCheck } from "./read-check.server.ts";
import { currentTree } from "./read-report.server.ts";
import { lookFormId, writePath } from "./write-path.ts";
import { NotSent, sendWritten } from "./send-written.server.ts";
import type { Inside } from "#app/features/booking/record/change-booking.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { conclusionOf } from "./abilities.ts";
import { suggestionsFor } from "./prefill.ts";
import { pdfOf } from "./report-files.server.ts";
import { tellReaders } from "./reading/change-comments.server.ts";
import type { Outcome } from "./written-report.server.ts";

const MAX_PAGES = 60;

const TO_PUT_RIGHT = "This report cannot be sent yet. Put right what is listed, then send it.";
const CHANGED = "The report was changed in another window, so it was not sent. Read it again, then send it.";
const GONE = "This visit is no longer yours.";
const NOT_STORED = "The report could not be kept, and was not sent. Please send it again.";
const tooLong = (pages: number) =>
  `The report has ${pages} pages, and at most ${MAX_PAGES} are possible. Shorten it or upload your own file.`;

/** `invalid`: the author has something to put right. */
type SendRefusal = { refusal: string; isInvalid: boolean };

/** Conclusions by decision. */
const outcomesOf = (draft: Draft): Outcome[] =>
  decisionKeys(draft).map((key) => ({
    assessment: textOf(draft, key, "assessment"),
    conclusion: conclusionOf(draft.parts[key] ?? {}),
  }));

/** Ids of the booked assessments that a report answers: all of them where a decision names none. */
function answeredIn(draft: Draft): string[] {
  const booked = draft.booked.assessments.map(({ id }) => id);
  const named = new Set(decisionKeys(draft).map((key) => textOf(draft, key, "assessment")));
  return named.has("") ? booked : booked.filter((id) => named.has(id));
}

/** Saves the conclusions of a draft that is sent as they are sent: some followed their findings. */
async function keepFollowed(inside: Inside, { draft, facts, saved }: OpenDraft): Promise<void> {
  const part = saved.parts.opinion;
  const followed = (draft.moved ?? []).filter((one) => one.part === "opinion" && one.isFollowed);
  if (!part || followed.length === 0) return;
  const texts = Object.fromEntries(followed.map(({ field, suggestion }) => [field, suggestion]));
  const suggested = JSON.stringify(suggestionsFor(draft, facts, "opinion"));
  const answers = { ...part.answers, ...texts, [SUGGESTED]: suggested };
  const version = part.version + 1;
  await writePart(inside.db, inside.secrets, saved.id, "opinion", { ...part, version, answers });
}

type Sending = { opened: OpenDraft; by: ActedByRequest; kind: ReportKind; declaredName: string };

/** Sends a draft for review: its text is frozen, and its file, which lies in the store by then, becomes a document in
 * the same commit. Nothing is kept of one that is refused. */
export async function sendDraft(
  deps: Deps,
  { opened, by, kind, declaredName }: Sending,
): Promise<SendRefusal | null> {
  const { draft, saved, booking, visit } = opened;
  const findings = await readCheck(deps, opened);
  if (findings.some(({ level }) => level === "must")) return { refusal: TO_PUT_RIGHT, isInvalid: true };
  const signed = { name: declaredName, on: londonDate(deps.clock.now()) };
  const content = await currentTree(deps, opened, signed);
  const { bytes, pages } = await pdfOf(deps, content, { isDraft: false });
  if (pages > MAX_PAGES) return { refusal: tooLong(pages), isInvalid: true };
  const frozen = JSON.stringify(content);

  async function freeze(inside: Inside, documentId: string) {
    const trx = inside.db;
    await lockDrafts(trx, booking.id);
    const now = await openDraft(inside, visit.id, by, { toSave: true });
    if (now?.kind !== "open" && now?.kind !== "sent") throw new NotSent(GONE);
    const isSame = JSON.stringify(await currentTree(inside, now, signed)) === frozen;
    if (now.kind === "sent" || now.saved.id !== saved.id || !isSame) throw new NotSent(CHANGED);
    const declared = await declareReport(inside, {
      bookingId: booking.id,
      documentId,
      kind,
      declaredName,
      by,
      decisions: answeredIn(draft),
      written: { draftId: saved.id, content, outcomes: outcomesOf(draft), pages },
    });
    if (!declared.ok) throw new NotSent(DECLARE_PROBLEMS[declared.problem]);
    await tellReaders(inside, { bookingId: booking.id, authorId: by.actor.id, draftId: saved.id });
    const looks = standingLooks(findings, looksIn(deps.secrets, now.saved));
    await writeLooks(trx, deps.secrets, saved.id, looks);
    await keepFollowed(inside, now);
    await trx.updateTable("report_drafts").set({ state: "sent" }).where("id", "=", saved.id).execute();
  }

  const name = `Report ${booking.reference}.pdf`;
  const kept = { bookingId: booking.id, by, name, bytes, notStored: NOT_STORED };
  const refusal = await sendWritten(deps, kept, freeze);
  return refusal === null ? null : { refusal, isInvalid: false };
}

const MAX_LOOK_LENGTH = 2_000;
const NO_KIND = "Choose what you send.";
export const SendDraftSchema = DeclareSchema.pick({
  declared: true,
  declaredName: true,
  confirmVisit: true,
}).extend({ kind: z.enum(["addendum", "correction"], { error: NO_KIND }).optional() });

/** Facts that an author confirms when they send a draft: each part by its title, and the words around them. */
async function confirmed(deps: Deps, opened: OpenDraft) {
  const { draft, saved } = opened;
  const tree = await currentTree(deps, opened);
  const blocks = Map.groupBy(tree.blocks, ({ part }) => part);
  return {
    ...Object.fromEntries(
      partKeys(draft).map((key) => [
        `“${partTitle(draft, key)}”`,
        [saved.parts[key]?.version ?? 0, (blocks.get(key) ?? []).map((block) => ({ ...block, number: 0 }))],
      ]),
    ),
    "the letterhead": [tree.letterhead, tree.footer, tree.title],
  };
}

/** Findings of the check, and whether the draft can be sent. */
export async function readCheckPage(deps: Deps, opened: OpenDraft) {
  const { booking, visit, draft } = opened;
  const reports = await reportsOfBooking(deps, booking.id);
  const isReleased = reports.some(({ state }) => state === "released");
  const problem = whyNotDeclare(reports, isReleased ? "addendum" : "report");
  const checked = withLooks(await readCheck(deps, opened), looksIn(deps.secrets, opened.saved));
  const toMend = checked.find(({ level }) => level === "must");
  return {
    visitId: visit.id,
    reference: booking.reference,
    findings: checked.map(({ id, level, message, part, field, look }) => ({
      id,
      level,
      message,
      part,
      field,
      /** The author's words about it; null while it is not answered. */
      looked: look && look.words,
    })),
    /** The part of the first finding to put right; null when nothing stops the report. */
    next: toMend ? { key: toMend.part, label: pageLabel(draft, toMend.part) } : null,
    /** Why nothing of this booking can be sent now. */
    refusal: problem && DECLARE_PROBLEMS[problem],
    isReleased,
    doubt: isReleased ? null : await visitDoubt(deps, booking.id),
    authorName: textOf(draft, "instruction", "authorName"),
    shown: markOf(await confirmed(deps, opened)),
  };
}

export type CheckPageData = Awaited<ReturnType<typeof readCheckPage>>;

const FORM = { formId: "send-form" };
const CHECK = "The report was not sent. Please check what is marked below.";

type Posted = { opened: OpenDraft; by: ActedByRequest; form: FormData };

export const LookSchema = z.object({
  looked: z.string().trim().max(MAX_LOOK_LENGTH, { error: "Use at most 2,000 characters." }).default(""),
});
const NOT_KEPT = "Nothing was changed. Please look at what is marked below.";

/** Keeps that the author looked at a finding, and what they say about it, or takes that back. Throws a redirect, and
 * 404 for others. */
async function answerFinding(deps: Deps, { opened, by, form }: Posted, isSettled: boolean) {
  const given = String(form.get("finding")).slice(0, 200);
  const to = { formId: lookFormId(given) };
  const known = withLooks(await readCheck(deps, opened), {}).find(
    ({ id, level }) => level === "look" && id === given,
  );
  const read = parseForm(form, LookSchema, NOT_KEPT, to);
  if (!read.ok) return data(read.reply, { status: 400 });
  if (known || !isSettled) {
    const target = { visitId: opened.visit.id, by };
    const look = known &&
      isSettled && { about: known.aboutHash, message: known.message, words: read.value.looked };
    const refused = await answerLook(deps, target, { finding: given, look: look || null });
    if (refused?.refusal === NOT_FOUND || refused?.refusal === NO_DRAFT) throw data(null, { status: 404 });
    if (refused) return data(refuseForm(form, refused.refusal, {}, to), { status: 409 });
  }
  throw redirect(`${writePath(opened.visit.id, "check")}?done=${isSettled ? "settled" : "unsettled"}`, 303);
}

/** Sends the draft for review, or answers a finding. Throws a redirect. */
export async function answerCheckPage(deps: Deps, posted: Posted) {
  const answers = {
    settle: () => answerFinding(deps, posted, true),
    unsettle: () => answerFinding(deps, posted, false),
  };
  return byIntent(posted.form, answers, () => answerSend(deps, posted));
}

async function answerSend(deps: Deps, { opened, by, form }: Posted) {
  const { booking, visit } = opened;
  const reports = await reportsOfBooking(deps, booking.id);
  const isReleased = reports.some(({ state }) => state === "released");
  const isSure = isReleased || form.get("confirmVisit") === "on";
  const doubt = isSure ? null : await visitDoubt(deps, booking.id);
  const doubts: Messages = {
    ...(doubt && { confirmVisit: [VISIT_DOUBTS[doubt.kind].message(doubt.when)] }),
    ...(isReleased && !form.get("kind") && { kind: [NO_KIND] }),
  };
  const read = parseForm(form, SendDraftSchema, CHECK, FORM);
  if (!read.ok) return data({ ...read.reply, error: { ...read.reply.error, ...doubts } }, { status: 400 });
  if (Object.keys(doubts).length > 0) return data(refuseForm(form, CHECK, doubts, FORM), { status: 400 });
  const { declaredName, kind = "report" } = read.value;
  const author = await authorName(deps, by);
  const written = textOf(opened.draft, "instruction", "authorName");
  if (!isSignatureOf(declaredName, author) && !isSignatureOf(declaredName, written))
    return data(refuseForm(form, CHECK, { declaredName: [signAs(author)] }, FORM), { status: 400 });
  const changed = changedSince(form, await confirmed(deps, opened));
  if (changed.length > 0) {
    const summary = `Changed since you checked it: ${changed.join(", ")}. The report was not sent. Read it again, then send it.`;
    return data(refuseForm(form, summary, {}, FORM), { status: 409 });
  }
  const refused = await sendDraft(deps, { opened, by, kind, declaredName });
  if (refused)
    return data(refuseForm(form, refused.refusal, {}, FORM), { status: refused.isInvalid ? 400 : 409 });
  throw redirect(`${writePath(visit.id)}?done=sent`, 303);
}
