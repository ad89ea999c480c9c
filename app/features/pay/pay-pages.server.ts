import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { findAssessor } from "#app/features/assessors/assessors.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { MODES } from "#app/features/assessors/profile.ts";
import { NOT_HELD_REASONS } from "#app/features/visits/record/outcome.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { FIRST_PAGE, pageAsked, pageOf, rowsBefore } from "#app/kit/pages.ts";
import { formatDate, formatMonth, formatShortDate, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { claimForPage } from "./claims-page.server.ts";
import { decideClaim } from "./claims.server.ts";
import { listClaims, openAmounts, type Claim } from "./claim-rows.server.ts";
import { claimPence } from "./claims.ts";
import { closeMonth, markPaid, type CloseProblem } from "./close-month.server.ts";
import {
  answerDispute,
  answeredDisputes,
  countOpenDisputes,
  openDisputes,
  raiseDispute,
} from "./disputes.server.ts";
import { mileRates, questionFees, visitFee } from "./facts.server.ts";
import { feeWords } from "./fees.ts";
import { claimIdOf, sumPence, type OpenLine, type PayLine } from "./lines.ts";
import { sellerOf } from "#app/features/billing/own/content.ts";
import { moneyOf, NO_MONEY, saveMoney } from "./money-details.server.ts";
import { isMonth, lastDayOf, monthBefore, monthOf, nextMonth } from "./months.ts";
import { byAssessor, readOpenPay, seenOf } from "./open-pay.server.ts";
import {
  AnswerSchema,
  CloseSchema,
  DecideSchema,
  DetailsSchema,
  DisputeSchema,
  paidSchema,
  RuleSchema,
} from "./pay-schemas.ts";
import { DUE_WHEN, LINE_KINDS, lineWords, RULE_KINDS, type PayRule } from "./rule-kinds.ts";
import { addRule, listRules } from "./rules.server.ts";
import { reviewNeeded } from "./self-billing.ts";
import { lastClosedMonth, listStatements, type Statement } from "./statements.server.ts";

const money = formatPoundsAndPence;

const lineInWords = ({ key, reference, kind, pence, dueOn, ...line }: OpenLine | PayLine) => ({
  ...{ key, reference, assessorId: line.assessorId, amount: money(pence) },
  what: lineWords({
    ...{ kind, detail: line.detail },
    isAdjustment: "isAdjustment" in line && line.isAdjustment,
  }),
  day: dueOn === null ? "" : formatShortDate(dueOn),
});

export type LineInWords = ReturnType<typeof lineInWords>;

const statementInWords = ({ id, number, month, totalPence, content, paidOn, isSelfBilled }: Statement) => ({
  ...{ id, number, month: formatMonth(month), total: money(totalPence), isSelfBilled },
  name: content.assessor.name,
  paidOn: paidOn && formatShortDate(paidOn),
});

export type StatementInWords = ReturnType<typeof statementInWords>;

function ruleInWords(rule: PayRule) {
  const { assessments, retired } = currentOffer();
  const name = [...assessments, ...retired].find(({ id }) => id === rule.assessmentId)?.name;
  const only = [name, rule.mode && MODES[rule.mode], rule.reason && NOT_HELD_REASONS[rule.reason]];
  const isDecision = rule.kind === "decision" || rule.kind === "further";
  return {
    ...{ id: rule.id, kind: RULE_KINDS[rule.kind], isForAll: rule.assessorId === null },
    only: only.filter(Boolean).join(", ") || "All",
    amount:
      rule.pence === null
        ? `${rule.percent}% of the price without VAT`
        : money(rule.pence) + (rule.kind === "mile" ? " a mile" : ""),
    due: isDecision ? DUE_WHEN[rule.dueWhen] : "after the visit",
    from: formatShortDate(rule.validFrom),
  };
}

export type RuleInWords = ReturnType<typeof ruleInWords>;

/** The month that a page shows: that of its address, else the last one that is over. */
export const monthAsked = ({ clock }: Pick<Deps, "clock">, url: URL) => {
  const typed = url.searchParams.get("month") ?? "";
  return isMonth(typed) ? typed : monthBefore(monthOf(londonDate(clock.now())));
};

/** Pay of a month: what is ready, held back, and closed. Its lists are in pages, which the address names. */
export async function readPayPage(deps: Deps, month: string, url = FIRST_PAGE) {
  const statements = await listStatements(deps, { month });
  const shownStatements = pageOf(statements.toReversed(), url, { name: "statements", size: 100 });
  const last = await lastClosedMonth(deps);
  const today = londonDate(deps.clock.now());
  const isClosed = statements.length > 0;
  // A month before the last one that was closed takes nothing any more.
  const isPast = last !== null && month <= last;
  const open = isPast ? null : await readOpenPay(deps, { until: lastDayOf(month) });
  const disputesAt = pageAsked(url, await countOpenDisputes(deps), { name: "disputes", size: 25 });
  const disputes = await openDisputes(deps, { limit: disputesAt.size, offset: rowsBefore(disputesAt) });
  const waiting = await waitingAmounts(deps);
  const claimsAt = pageAsked(url, waiting.length, { name: "claims", size: 25 });
  const claims = await listClaims(deps, {
    state: "claimed",
    order: "oldest-first",
    limit: claimsAt.size,
    offset: rowsBefore(claimsAt),
  });
  const allLines = open ? [...open.ready, ...open.disputed] : [];
  const held = new Set(open?.disputed.map(({ key }) => key));
  const lines = pageOf(allLines, url, { name: "lines" });
  const approvedIds = pageOf(
    allLines.flatMap(({ key }) => claimIdOf(key) ?? []),
    url,
    {
      name: "approved",
      size: 25,
    },
  );
  const approved = await listClaims(deps, { ids: approvedIds.rows, order: "oldest-first" });
  const payable = byAssessor(open?.ready ?? []);
  const ids = [...lines.rows, ...disputes, ...claims, ...approved, ...payable];
  const names = await findUserNames(
    deps,
    ids.map(({ assessorId }) => assessorId),
  );
  const nameOf = (id: string) => names.get(id) ?? "";
  const rates = await mileRates(
    deps,
    [...claims, ...approved].map(({ visitId }) => visitId),
  );
  const shown = (claim: Claim) => ({
    ...claimForPage(claim, rates.get(claim.visitId) ?? null),
    day: formatShortDate(claim.day),
    name: nameOf(claim.assessorId),
  });
  const assessors = pageOf(
    payable
      .map(({ assessorId, pence, isCarried, lines: own }) => ({
        ...{ id: assessorId, name: nameOf(assessorId), amount: money(pence), isCarried, count: own.length },
      }))
      .sort((a, b) => a.name.localeCompare(b.name, "en")),
    url,
    { name: "assessors", size: 100 },
  );
  const accounts = await moneyOf(
    deps,
    statements.map(({ assessorId }) => assessorId),
  );
  return {
    ...{
      month,
      name: formatMonth(month),
      before: monthBefore(month),
      after: nextMonth(month),
      isClosed,
      isPast,
    },
    ...{ isOver: lastDayOf(month) < today, today },
    hasRules: (await listRules(deps)).length > 0,
    closesOn: formatDate(`${nextMonth(month)}-01`),
    seen: open ? seenOf(open) : "",
    total: money(sumPence(payable.filter(({ isCarried }) => !isCarried).flatMap((one) => one.lines))),
    hasTotal: payable.some(({ isCarried }) => !isCarried),
    assessors: assessors.rows,
    lines: lines.rows.map((line) => ({
      ...lineInWords(line),
      name: nameOf(line.assessorId),
      isDisputed: held.has(line.key),
    })),
    linesTotal: money(sumPence(allLines)),
    claimsTotal: money(waiting.reduce((sum, { pence }) => sum + pence, 0)),
    statementsTotal: money(statements.reduce((sum, { totalPence }) => sum + totalPence, 0)),
    missingAccounts: statements
      .filter(({ assessorId }) => !accounts.get(assessorId)?.accountNumber)
      .map(({ content }) => content.assessor.name),
    isPaid: statements.every(({ paidOn }) => paidOn !== null),
    at: {
      assessors: assessors.at,
      lines: lines.at,
      disputes: disputesAt,
      claims: claimsAt,
      approved: approvedIds.at,
      statements: shownStatements.at,
    },
    disputes: disputes.map(({ id, assessorId, reference, text, raisedAt }) => ({
      ...{
        id,
        reference,
        text,
        name: nameOf(assessorId),
        day: formatShortDate(londonDate(new Date(raisedAt))),
      },
    })),
    claims: claims.map(shown),
    approved: approved.map(shown),
    statements: shownStatements.rows.map(statementInWords),
  };
}

/** Whole pence of each claim that waits; 0 for miles without a rate. */
async function waitingAmounts(deps: Deps) {
  const rows = await openAmounts(deps);
  const rates = await mileRates(
    deps,
    rows.flatMap(({ tenths, visit_id }) => (tenths === null ? [] : [visit_id])),
  );
  return rows.map((row) => ({ pence: claimPence(row, rates.get(row.visit_id) ?? null) ?? 0 }));
}

export type PayPage = Awaited<ReturnType<typeof readPayPage>>;

const CLOSE_PROBLEMS: Record<CloseProblem, string> = {
  "not-over": "The month is not over yet. Nothing was closed.",
  "later-closed": "A later month is closed already. What is left of this one is in the next month.",
  changed: "The lines changed since you opened this page. Please check them again.",
  nothing: "There is nothing to pay in this month. Nothing was closed.",
};

const DECIDE_PROBLEMS = {
  ...KEPT_WORDS,
  decided: "Somebody else decided this claim since you opened the page.",
  closed: "A statement has this claim already. What is wrong with it can be put right by an adjustment only.",
};

type Posted = { deps: Deps; by: ActedByRequest; form: FormData };

/** The page on which a form was, with a notice. */
function doneAt(url: URL, done: string): never {
  const query = new URLSearchParams(url.search);
  query.set("done", done);
  throw redirect(`${url.pathname}?${query}`, 303);
}

/** Answers the forms of the month's page. Throws the redirect of what was done. */
export async function answerPayPage({ deps, by, form, url }: Posted & { url: URL }) {
  const formId = String(form.get("form"));
  if (formId.startsWith("answer-")) {
    const read = parseForm(form, AnswerSchema, "Your answer was not sent.", { formId });
    if (!read.ok) return data(read.reply, { status: 400 });
    const { dispute, answer } = read.value;
    if (await answerDispute(deps, { ...by, disputeId: dispute, answer })) throw data(null, { status: 404 });
    doneAt(url, "answered");
  }
  if (formId === "reopen" || formId.startsWith("claim-")) {
    const read = parseForm(form, DecideSchema, "Nothing was decided.", { formId });
    if (!read.ok) return data(read.reply, { status: 400 });
    const { claim, decision, reason } = read.value;
    const decided = await decideClaim(deps, { by, claimId: claim, decision, reason });
    if (!decided.ok) {
      if (decided.problem === "not-found") throw data(null, { status: 404 });
      const message = DECIDE_PROBLEMS[decided.problem];
      return data(refuseForm(form, message, {}, { formId }), { status: 409 });
    }
    doneAt(url, decision);
  }
  if (formId === "paid") {
    const schema = paidSchema(londonDate(deps.clock.now()));
    const read = parseForm(form, schema, "Nothing was recorded.", { formId });
    if (!read.ok) return data(read.reply, { status: 400 });
    await markPaid(deps, { ...by, month: read.value.month, on: read.value.paidOn });
    throw redirect(`/admin/pay?month=${encodeURIComponent(read.value.month)}&done=paid`, 303);
  }
  const read = parseForm(form, CloseSchema, "Nothing was closed.", { formId: "close" });
  if (!read.ok) return data(read.reply, { status: 400 });
  const { month, seen } = read.value;
  if (!isMonth(month)) throw data(null, { status: 404 });
  const problem = await closeMonth(deps, { ...by, month, seen });
  if (problem)
    return data(refuseForm(form, CLOSE_PROBLEMS[problem], {}, { formId: "close" }), { status: 409 });
  throw redirect(`/admin/pay?month=${month}&done=closed`, 303);
}

const REVIEWS: Record<NonNullable<ReturnType<typeof reviewNeeded>>["kind"], (end: string) => string> = {
  practice: () =>
    "Self-billing is agreed, but Settings, Company, has no VAT number of the practice for today: statements are no VAT invoices.",
  number: () =>
    "Self-billing is agreed, but a VAT number is not right: its check digits do not fit. Check the assessor’s on their certificate, and that of the practice in Settings, Company.",
  ended: (end) =>
    `The agreement about self-billing ended on ${end}: statements since then are no VAT invoices. Review it.`,
  soon: (end) => `The agreement about self-billing ends on ${end}. Review it with the assessor before that.`,
};

async function reviewOf(deps: Deps, assessorId: string): Promise<string | null> {
  const details = (await moneyOf(deps, [assessorId])).get(assessorId) ?? NO_MONEY;
  const today = londonDate(deps.clock.now());
  const { vatNumber } = sellerOf(deps.settings.current().company, today);
  const found = reviewNeeded(details, today, vatNumber);
  return found && REVIEWS[found.kind](formatDate(found.end));
}

/** Rules of everybody, or the rules, account and statements of one assessor. Null for somebody who is no assessor. */
export async function readRulesPage(deps: Deps, assessorId: string | null) {
  const assessor = assessorId === null ? null : await findAssessor(deps, assessorId);
  if (assessorId !== null && !assessor) return null;
  const rules = await listRules(deps);
  const { assessments } = currentOffer();
  return {
    assessor: assessor && { id: assessor.id, name: assessor.name },
    today: londonDate(deps.clock.now()),
    rules: rules.filter((rule) => rule.assessorId === assessorId).map(ruleInWords),
    assessments: assessments.map(({ id, name }) => ({ value: id, label: name })),
    review: assessorId === null ? null : await reviewOf(deps, assessorId),
    money: assessorId === null ? null : ((await moneyOf(deps, [assessorId])).get(assessorId) ?? NO_MONEY),
    statements: assessorId === null ? [] : (await listStatements(deps, { assessorId })).map(statementInWords),
  };
}

export type RulesPage = NonNullable<Awaited<ReturnType<typeof readRulesPage>>>;

/** Answers the forms of a page of rules. Throws the redirect of what was done. */
export async function answerRulesPage({
  deps,
  by,
  form,
  assessorId,
}: Posted & { assessorId: string | null }) {
  const page = assessorId === null ? "/admin/pay/rules" : `/admin/assessors/${assessorId}/pay`;
  if (assessorId !== null && !(await findAssessor(deps, assessorId))) throw data(null, { status: 404 });
  if (assessorId !== null && form.get("form") === "details") {
    const options = { formId: "details" };
    const read = parseForm(form, DetailsSchema, "Nothing was saved.", options);
    if (!read.ok) return data(read.reply, { status: 400 });
    const { selfBillingFrom = null, selfBillingUntil = null, ...details } = read.value;
    const saved = { ...details, selfBillingFrom, selfBillingUntil };
    const problem = await saveMoney(deps, { ...by, userId: assessorId, money: saved });
    if (problem) {
      form.delete("version");
      const message =
        "Somebody else changed these details since you opened the page. Please check them again.";
      return data(refuseForm(form, message, {}, options), { status: 409 });
    }
    throw redirect(`${page}?done=details`, 303);
  }
  const read = parseForm(form, RuleSchema, "The rule was not added.", { formId: "rule" });
  if (!read.ok) return data(read.reply, { status: 400 });
  await addRule(deps, { ...by, rule: { ...read.value, assessorId } });
  throw redirect(`${page}?done=rule`, 303);
}

/** The page of an assessor: lines of this month and those to come, what was answered, and statements. */
export async function readOwnPay(deps: Deps, assessorId: string, url = FIRST_PAGE) {
  const month = monthOf(londonDate(deps.clock.now()));
  const open = await readOpenPay(deps, { until: lastDayOf(month), assessorId });
  const rules = await listRules(deps);
  const ready = pageOf(open.ready, url, { name: "ready" });
  const coming = pageOf(open.coming, url, { name: "coming" });
  return {
    name: formatMonth(month),
    total: money(sumPence(open.ready)),
    ready: ready.rows.map(lineInWords),
    disputed: open.disputed.map(lineInWords),
    coming: coming.rows.map(lineInWords),
    /** All lines about which something can be said. */
    sayable: [...open.ready, ...open.coming].map(lineInWords),
    at: { ready: ready.at, coming: coming.at },
    claims: await claimsOfAssessor(deps, assessorId),
    answers: (await answeredDisputes(deps, assessorId)).map(({ id, reference, text, answer }) => ({
      ...{ id, reference, text, answer },
    })),
    rules: rules
      .filter((rule) => rule.assessorId === null || rule.assessorId === assessorId)
      .map(ruleInWords),
    statements: (await listStatements(deps, { assessorId })).map(statementInWords),
  };
}

const MAX_REFUSED = 20;

/** Claims that wait, and those that were refused last. */
async function claimsOfAssessor(deps: Deps, assessorId: string) {
  const waiting = await listClaims(deps, { assessorId, state: "claimed" });
  const refused = await listClaims(deps, { assessorId, state: "refused", limit: MAX_REFUSED });
  const claims = [...waiting, ...refused];
  const rates = await mileRates(
    deps,
    claims.map(({ visitId }) => visitId),
  );
  return claims.map((claim) => claimForPage(claim, rates.get(claim.visitId) ?? null));
}

export type OwnPay = Awaited<ReturnType<typeof readOwnPay>>;

/** Answers "Something is wrong". Throws the redirect. */
export async function answerOwnPay({ deps, by, form }: Posted) {
  const options = { formId: "dispute" };
  const read = parseForm(form, DisputeSchema, "Nothing was sent.", options);
  if (!read.ok) return data(read.reply, { status: 400 });
  const month = monthOf(londonDate(deps.clock.now()));
  const open = await readOpenPay(deps, { until: lastDayOf(month), assessorId: by.actor.id! });
  const line = [...open.ready, ...open.coming].find(({ key }) => key === read.value.line);
  if (!line) {
    const message = "This line is no longer open. Please choose another one.";
    return data(refuseForm(form, message, { line: [message] }, options), { status: 409 });
  }
  await raiseDispute(deps, {
    ...{ ...by, lineKey: line.key, reference: line.reference, text: read.value.text },
  });
  throw redirect("/assessor/pay?done=dispute", 303);
}

/** The fees of open questions for an assessor, in words, by the question's id; those without a rule are missing. */
export async function feesInWords(
  deps: Deps,
  { ids, assessorId }: { ids: readonly string[]; assessorId: string },
): Promise<Record<string, string>> {
  const agreedOn = londonDate(deps.clock.now());
  const fees = await questionFees(deps, { ids, assessorId, agreedOn });
  return Object.fromEntries(
    [...fees].flatMap(([id, own]) => {
      const words = feeWords(own);
      return words === null ? [] : [[id, words]];
    }),
  );
}

/** The fee of a visit for its assessor, as the page of the visit says it; null where no rule says anything. */
export async function visitFeeInWords(deps: Deps, visitId: string): Promise<string | null> {
  const fee = await visitFee(deps, visitId);
  if (!fee) return null;
  const { shortened, fees, milePence } = fee;
  const earned = shortened
    ? `${money(shortened.pence)} (${LINE_KINDS[shortened.kind].toLowerCase()})`
    : feeWords(fees);
  const miles = milePence === null ? null : `${money(milePence)} a mile`;
  return [earned, miles].filter((words) => words !== null).join("; ") || null;
}
