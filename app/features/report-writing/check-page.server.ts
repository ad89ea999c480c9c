import { data, redirect } from "react-router";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { whyNotDeclare } from "#app/features/report/declare-report.server.ts";
import { DECLARE_PROBLEMS } from "#app/features/report/report-problems.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { DeclareSchema } from "#app/features/report/report-schemas.ts";
import { VISIT_DOUBTS } from "#app/features/report/report-words.ts";
import { visitDoubt } from "#app/features/report/visit-doubt.server.ts";
import { parseForm, refuseForm, type Messages } from "#app/forms/read-form.server.ts";
import { textOf } from "./draft.ts";
import type { OpenDraft } from "./open-draft.server.ts";
import { findingId } from "./check-report.ts";
import { NO_DRAFT, NOT_FOUND, settleFinding } from "./drafts.server.ts";
import { settledIn } from "./saved-draft.server.ts";
import { readCheck } from "./read-check.server.ts";
import { sendDraft } from "./send-draft.server.ts";
import { FINDINGS_FORM, writePath } from "./write-path.ts";

const NO_KIND = "Choose what you send.";
export const SendDraftSchema = DeclareSchema.pick({
  declared: true,
  declaredName: true,
  confirmVisit: true,
}).extend({ kind: z.enum(["addendum", "correction"], { error: NO_KIND }).optional() });

/** Findings of the check, and whether the draft can be sent. */
export async function readCheckPage(deps: Deps, opened: OpenDraft) {
  const { booking, visit, draft } = opened;
  const reports = await reportsOfBooking(deps, booking.id);
  const isReleased = reports.some(({ state }) => state === "released");
  const problem = whyNotDeclare(reports, isReleased ? "addendum" : "report");
  const settled = settledIn(opened.saved);
  return {
    visitId: visit.id,
    reference: booking.reference,
    findings: (await readCheck(deps, opened)).map((finding) => {
      const id = findingId(finding);
      return { ...finding, id, isSettled: finding.level === "look" && settled.has(id) };
    }),
    /** Why nothing of this booking can be sent now. */
    refusal: problem && DECLARE_PROBLEMS[problem],
    isReleased,
    doubt: isReleased ? null : await visitDoubt(deps, booking.id),
    authorName: textOf(draft, "instruction", "authorName"),
  };
}

export type CheckPageData = Awaited<ReturnType<typeof readCheckPage>>;

const FORM = { formId: "send-form" };
const CHECK = "The report was not sent. Please check what is marked below.";

type Settling = { opened: OpenDraft; by: ActedByRequest; form: FormData };

/** Notes that a finding is as it should be, or that it is not. Throws a redirect, and 404 for others. */
async function answerFinding(deps: Deps, { opened, by, form }: Settling) {
  const isSettled = form.get("intent") === "settle";
  const finding = String(form.get("finding"));
  const isKnown = (await readCheck(deps, opened)).some(
    (one) => one.level === "look" && findingId(one) === finding,
  );
  if (isKnown || !isSettled) {
    const target = { visitId: opened.visit.id, by };
    const refused = await settleFinding(deps, target, { finding: finding.slice(0, 200), isSettled });
    if (refused?.refusal === NOT_FOUND || refused?.refusal === NO_DRAFT) throw data(null, { status: 404 });
    if (refused)
      return data(refuseForm(form, refused.refusal, {}, { formId: FINDINGS_FORM }), { status: 409 });
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
  const refused = await sendDraft(deps, { opened, by, kind, declaredName });
  if (refused)
    return data(refuseForm(form, refused.refusal, {}, FORM), { status: refused.isInvalid ? 400 : 409 });
  throw redirect(`${writePath(visit.id)}?done=sent`, 303);
}
