import { codesInWords } from "#app/features/report/report-words.ts";
import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { reportsOfBooking, reviewCodes } from "#app/features/report/report-rows.server.ts";
import { decisionKeys, pageLabel, partKeys, partTitle, textOf } from "./draft.ts";
import {
  addDecision,
  NO_DRAFT,
  NOT_FOUND,
  type Refusal,
  removeDecision,
  reviseReport,
  startDraft,
} from "./drafts.server.ts";
import type { OpenDraft } from "./open-draft.server.ts";
import { answerOwnComment, readOwnComments } from "./reading/own-comments.server.ts";
import { isDecisionKey } from "./parts.ts";
import { withLooks } from "./looks.server.ts";
import { showDraft } from "./draft-shown.server.ts";
import { looksIn } from "./saved-draft.server.ts";
import { readCheck } from "./read-check.server.ts";
import { writtenReports } from "./written-report.server.ts";
import { writePath } from "./write-path.ts";
import { byIntent } from "#app/forms/intent.ts";

export type PartState = "not-started" | "to-finish" | "written";

/** The parts of a draft, each with its state: what the check finds is what is left to do. */
export async function readTaskList(deps: Deps, opened: OpenDraft) {
  const { draft, saved, booking, visit } = opened;
  const findings = await readCheck(deps, opened);
  const [newest] = (await reportsOfBooking(deps, booking.id)).filter(({ draft_id }) => draft_id === saved.id);
  const returned = newest?.state === "returned" ? newest : null;
  const answered = new Set(decisionKeys(draft).map((key) => textOf(draft, key, "assessment")));
  const stateOf = (key: keyof typeof saved.parts): PartState => {
    if (!saved.parts[key]?.version) return "not-started";
    return findings.some(({ part, level }) => part === key && level === "must") ? "to-finish" : "written";
  };
  const next = partKeys(draft).find((key) => stateOf(key) !== "written") ?? "check";
  return {
    reference: booking.reference,
    visitId: visit.id,
    /** The first part that is not written, else the check. */
    next: { key: next, label: pageLabel(draft, next) },
    /** The office's reasons and note on the report that came back; null before one did. */
    returned: returned && {
      note: returned.returnNote ?? "",
      reasons: codesInWords((await reviewCodes(deps.db, [returned.id])).get(returned.id)),
    },
    parts: partKeys(draft).map((key) => ({
      key,
      title: partTitle(draft, key),
      state: stateOf(key),
      version: saved.parts[key]?.version ?? 0,
      isDecision: isDecisionKey(key),
    })),
    /** Booked assessments for which the draft has no decision: staff may have added them since. */
    unanswered: draft.booked.assessments.filter(({ id }) => !answered.has(id) && !answered.has("")),
    mustCount: findings.filter(({ level }) => level === "must").length,
    comments: await readOwnComments(deps, opened),
    lookCount: withLooks(findings, looksIn(deps.secrets, saved)).filter(
      ({ level, look }) => level === "look" && look === null,
    ).length,
    /** Since when the office may look at it. */
    shownAt: saved.shown_at,
  };
}

export type TaskListData = Awaited<ReturnType<typeof readTaskList>>;

/** A report that its author has sent, and that did not come back. */
export async function readSent(deps: Deps, opened: OpenDraft) {
  const [report] = await writtenReports(deps, { draftId: opened.saved.id });
  return report
    ? { version: report.version, state: report.state, comments: await readOwnComments(deps, opened) }
    : null;
}

export type SentData = NonNullable<Awaited<ReturnType<typeof readSent>>>;

type Posted = { deps: Deps; by: ActedByRequest; visitId: string; form: FormData };

/** Leads to `page`, or says on this one why not. */
function settle(refused: Refusal | null, page: string) {
  if (refused === null) throw redirect(page, 303);
  const { refusal } = refused;
  if (refusal === NOT_FOUND || refusal === NO_DRAFT) throw data(null, { status: 404 });
  return data({ refusal }, { status: 409 });
}

/** Starts the draft, or adds or removes a decision. Throws a redirect, and 404 for others. */
export async function answerTaskList({ deps, by, visitId, form }: Posted) {
  const target = { visitId, by };
  const page = writePath(visitId);
  return byIntent(form, {
    start: async () => settle(await startDraft(deps, target), page),
    revise: async () => settle(await reviseReport(deps, target), page),
    show: async () => settle(await showDraft(deps, target, true), `${page}?done=shown`),
    hide: async () => settle(await showDraft(deps, target, false), `${page}?done=hidden`),
    answer: () => answerOwnComment({ deps, by, visitId, form }),
    async add() {
      const assessment = String(form.get("assessment") ?? "").slice(0, 100);
      const added = await addDecision(deps, target, { assessment });
      return "refusal" in added ? settle(added, page) : settle(null, writePath(visitId, added.key));
    },
    async remove() {
      const key = String(form.get("key"));
      if (!isDecisionKey(key)) throw data(null, { status: 404 });
      const refused = await removeDecision(deps, target, key, Number(form.get("version")));
      return settle(refused, `${page}?done=removed`);
    },
  });
}
