import { data, redirect } from "react-router";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { whyNotDeclare } from "#app/features/report/declare-report.server.ts";
import { DECLARE_PROBLEMS } from "#app/features/report/report-problems.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { DeclareSchema } from "#app/features/report/report-schemas.ts";
import { authorName } from "#app/features/report/assessor-report-page.server.ts";
import { isSignatureOf, signAs, VISIT_DOUBTS } from "#app/features/report/report-words.ts";
import { visitDoubt } from "#app/features/report/visit-doubt.server.ts";
import { parseForm, refuseForm, type Messages } from "#app/forms/read-form.server.ts";
import { changedSince, markOf } from "#app/forms/shown.server.ts";
import { partKeys, partTitle, textOf } from "./draft.ts";
import type { OpenDraft } from "./open-draft.server.ts";
import { answerLook, NO_DRAFT, NOT_FOUND } from "./drafts.server.ts";
import { withLooks } from "./looks.server.ts";
import { looksIn } from "./saved-draft.server.ts";
import { readCheck } from "./read-check.server.ts";
import { currentTree } from "./read-report.server.ts";
import { sendDraft } from "./send-draft.server.ts";
import { lookFormId, writePath } from "./write-path.ts";

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
  return {
    visitId: visit.id,
    reference: booking.reference,
    findings: checked.map(({ id, level, message, part, field, look }) => ({
      ...{ id, level, message, part, field },
      /** The author's words about it; null while it is not answered. */
      looked: look && look.words,
    })),
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

type Settling = { opened: OpenDraft; by: ActedByRequest; form: FormData };

export const LookSchema = z.object({
  looked: z.string().trim().max(MAX_LOOK_LENGTH, { error: "Use at most 2,000 characters." }).default(""),
});
const NOT_KEPT = "Nothing was changed. Please look at what is marked below.";

/** Keeps that the author looked at a finding, and what they say about it, or takes that back. Throws a redirect, and
 * 404 for others. */
async function answerFinding(deps: Deps, { opened, by, form }: Settling) {
  const isSettled = form.get("intent") === "settle";
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
export async function answerCheckPage(
  deps: Deps,
  { opened, by, form }: { opened: OpenDraft; by: ActedByRequest; form: FormData },
) {
  if (form.get("intent") === "settle" || form.get("intent") === "unsettle")
    return answerFinding(deps, { opened, by, form });
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
