import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { findAssessor } from "#app/features/assessors/assessors.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { MODES } from "#app/features/assessors/profile.ts";
import { NOT_HELD_REASONS } from "#app/features/visits/record/outcome.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import {
  DONE,
  refused,
  type KeptNow,
  type Refused,
} from "#app/features/booking/record/change-booking.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { FIRST_PAGE, pageOf } from "#app/kit/pages.ts";
import { formatDate, formatMonth, formatShortDate, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { claimForPage } from "./claims-page.server.ts";
import { decideClaim } from "./claims.server.ts";
import { listClaims, openClaims, openAmounts, type Claim } from "./claim-rows.server.ts";
import { claimPence } from "./claims.ts";
import { closeMonth, markPaid, type CloseProblem } from "./close-month.server.ts";
import { answerDispute, answeredDisputes, openDisputes, raiseDispute } from "./disputes.server.ts";
import { mileRates, questionFees, visitFee } from "./facts.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { peopleOf } from "#app/features/booking/record/find-booking.server.ts";
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

type People = Record<string, string>;

const lineInWords =
  (people: People) =>
  ({ key, reference, kind, pence, dueOn, ...line }: OpenLine | PayLine) => ({
    person: people[reference],
    ...{ key, reference, pence, assessorId: line.assessorId, visitId: line.visitId, amount: money(pence) },
    what: lineWords({
      ...{ kind, detail: line.detail },
      isAdjustment: "isAdjustment" in line && line.isAdjustment,
    }),
    day: dueOn === null ? "" : formatShortDate(dueOn),
  });

export type LineInWords = ReturnType<ReturnType<typeof lineInWords>>;

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
  const { rows: disputes, at: disputesAt } = await openDisputes(deps, url);
  const waiting = await waitingAmounts(deps);
  const { rows: claims, at: claimsAt } = await openClaims(deps, url);
  const allLines = open ? [...open.ready, ...open.disputed] : [];
  const held = new Set(open?.disputed.map(({ key }) => key));
  const lines = pageOf(allLines, url, { name: "lines" });
  const approvedIds = pageOf(
    allLines.flatMap(({ key }) => claimIdOf(key) ?? []),
    url,
    { name: "approved", size: 25 },
  );
  const approved = await listClaims(deps, { ids: approvedIds.rows, order: "oldest-first" });
  const payable = byAssessor(open?.ready ?? []);
  const ids = [...lines.rows, ...disputes, ...claims, ...approved, ...payable];
  const names = await findUserNames(
    deps,
    ids.map(({ assessorId }) => assessorId),
  );
  const nameOf = (id: string) => names.get(id) ?? "";
  const people = await peopleOf(
    deps,
    [...lines.rows, ...disputes, ...claims, ...approved].map(({ reference }) => reference),
  );
  const rates = await mileRates(
    deps,
    [...claims, ...approved].map(({ visitId }) => visitId),
  );
  const shown = (claim: Claim) => ({
    ...claimForPage(claim, rates.get(claim.visitId) ?? null),
    day: formatShortDate(claim.day),
    name: nameOf(claim.assessorId),
    person: people[claim.reference],
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
    /** How many get a statement, and of how many the lines are carried on. */
    statementCount: payable.filter(({ isCarried }) => !isCarried).length,
    carriedCount: payable.filter(({ isCarried }) => isCarried).length,
    heldCount: open?.disputed.length ?? 0,
    assessors: assessors.rows,
    lines: lines.rows.map((line) => ({
      ...lineInWords(people)(line),
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
        person: people[reference],
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

type Posted = Sent & { deps: Deps; by: ActedByRequest };

const ofMonth = formOf<Posted, Refused<CloseProblem | KeptNow | "decided" | "closed">>();
const monthPage = (month: string) => `/admin/pay?month=${month}`;
const decide = ofMonth({
  schema: DecideSchema,
  summary: "Nothing was decided.",
  change: ({ deps, by }, { claim, ...decided }) => decideClaim(deps, { by, claimId: claim, ...decided }),
  said: {
    approve: "It was approved, and is in the next statement.",
    refuse: "It was refused. The assessor gets an email.",
    reopen: "It waits for a decision again.",
  },
  done: (_, { decision }) => decision,
});

/** Answers the forms of the month's page. */
export const answerPayPage = answerForms(
  {
    close: ofMonth({
      schema: CloseSchema,
      summary: "Nothing was closed.",
      async change({ deps, by }, { month, seen }) {
        if (!isMonth(month)) return refused("not-found");
        const problem = await closeMonth(deps, { ...by, month, seen });
        return problem ? refused(problem) : DONE;
      },
      said: "The month was closed. Each assessor gets an email with their statement.",
      done: "closed",
      to: (_, { month }) => monthPage(month),
    }),
    paid: ofMonth({
      schema: ({ deps }) => paidSchema(londonDate(deps.clock.now())),
      summary: "Nothing was recorded.",
      change: ({ deps, by }, { month, paidOn }) => markPaid(deps, { ...by, month, on: paidOn }),
      said: "The statements are marked as paid.",
      to: (_, { month }) => monthPage(month),
    }),
    answer: ofMonth({
      schema: AnswerSchema,
      summary: "Your answer was not sent.",
      async change({ deps, by }, { dispute, answer }) {
        const problem = await answerDispute(deps, { ...by, disputeId: dispute, answer });
        return problem ? refused(problem) : DONE;
      },
      said: "The answer is on the assessor’s page, and the line goes on. They get an email.",
      done: "answered",
    }),
    claim: decide,
    reopen: decide,
  },
  {
    words: {
      ...KEPT_WORDS,
      "not-found": null,
      "not-over": "The month is not over yet. Nothing was closed.",
      "later-closed": "A later month is closed already. What is left of this one is in the next month.",
      changed: "The lines changed since you opened this page. Please check them again.",
      nothing: "There is nothing to pay in this month. Nothing was closed.",
      decided: "Somebody else decided this claim since you opened the page.",
      closed:
        "A statement has this claim already. What is wrong with it can be put right by an adjustment only.",
    },
    otherwise: "close",
    isNamedByForm: true,
  },
);

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

const ofRules = formOf<Posted & { assessorId: string | null }, Refused<"not-found" | "changed-since">>();

/** Answers the forms of a page of rules. */
export const answerRulesPage = answerForms(
  {
    rule: ofRules({
      schema: RuleSchema,
      summary: "The rule was not added.",
      change: ({ deps, by, assessorId }, rule) => addRule(deps, { ...by, rule: { ...rule, assessorId } }),
      said: "The rule was added.",
    }),
    details: ofRules({
      schema: DetailsSchema,
      summary: "Nothing was saved.",
      async change(
        { deps, by, assessorId },
        { selfBillingFrom = null, selfBillingUntil = null, ...details },
      ) {
        if (assessorId === null) return refused("not-found");
        const money = { ...details, selfBillingFrom, selfBillingUntil };
        return (await saveMoney(deps, { ...by, userId: assessorId, money }))
          ? refused("changed-since")
          : DONE;
      },
      said: "The details were saved.",
    }),
  },
  {
    words: {
      "not-found": null,
      "changed-since":
        "Somebody else changed these details since you opened the page. Please check them again.",
    },
    otherwise: "rule",
    isNamedByForm: true,
  },
);

/** Persons of the visits that the assessor may still open, by reference. */
async function peopleFor(deps: Deps, assessorId: string, visitIds: readonly string[]): Promise<People> {
  const references = [];
  for (const id of new Set(visitIds)) {
    const own = await findAssessorVisit(deps, id, assessorId);
    if (own) references.push(own.booking.reference);
  }
  return peopleOf(deps, references);
}

/** The page of an assessor: lines of this month and those to come, what was answered, and statements. */
export async function readOwnPay(deps: Deps, assessorId: string, url = FIRST_PAGE) {
  const month = monthOf(londonDate(deps.clock.now()));
  const open = await readOpenPay(deps, { until: lastDayOf(month), assessorId });
  const rules = await listRules(deps);
  const ready = pageOf(open.ready, url, { name: "ready" });
  const coming = pageOf(open.coming, url, { name: "coming" });
  const claims = await claimsOfAssessor(deps, assessorId, url);
  const answers = await answeredDisputes(deps, assessorId, url);
  const shown = [...ready.rows, ...open.disputed, ...coming.rows, ...claims.rows];
  const people = await peopleFor(
    deps,
    assessorId,
    shown.map(({ visitId }) => visitId),
  );
  const inWords = lineInWords(people);
  return {
    name: formatMonth(month),
    total: money(sumPence(open.ready)),
    ready: ready.rows.map(inWords),
    disputed: open.disputed.map(inWords),
    coming: coming.rows.map(inWords),
    /** All lines about which something can be said. */
    sayable: [...open.ready, ...open.coming].map(inWords),
    at: { ready: ready.at, coming: coming.at, claims: claims.at, answers: answers.at },
    claims: claims.rows.map((claim) => ({ ...claim, person: people[claim.reference] })),
    answers: answers.rows.map(({ id, reference, text, answer }) => ({
      ...{ id, reference, text, answer, person: people[reference] },
    })),
    rules: rules
      .filter((rule) => rule.assessorId === null || rule.assessorId === assessorId)
      .map(ruleInWords),
    statements: (await listStatements(deps, { assessorId })).map(statementInWords),
  };
}

/** A page of the claims that wait, and of those that were refused, the newest first. */
async function claimsOfAssessor(deps: Deps, assessorId: string, url: URL) {
  const waiting = await listClaims(deps, { assessorId, state: "claimed" });
  const refused = await listClaims(deps, { assessorId, state: "refused" });
  const { rows: claims, at } = pageOf([...waiting, ...refused], url, { name: "claims" });
  const rates = await mileRates(
    deps,
    claims.map(({ visitId }) => visitId),
  );
  return { rows: claims.map((claim) => claimForPage(claim, rates.get(claim.visitId) ?? null)), at };
}

export type OwnPay = Awaited<ReturnType<typeof readOwnPay>>;

const GONE = "This line is no longer open. Please choose another one.";

/** Answers "Something is wrong". */
export const answerOwnPay = answerForms(
  {
    dispute: formOf<Posted, Refused<"gone">>()({
      schema: DisputeSchema,
      summary: "Nothing was sent.",
      async change({ deps, by }, { line, text }) {
        const month = monthOf(londonDate(deps.clock.now()));
        const { ready, coming } = await readOpenPay(deps, {
          until: lastDayOf(month),
          assessorId: by.actor.id!,
        });
        const open = [...ready, ...coming].find(({ key }) => key === line);
        if (!open) return refused("gone");
        await raiseDispute(deps, { ...by, lineKey: open.key, reference: open.reference, text });
        return DONE;
      },
      said: "The office knows. The line waits until they answer.",
      formId: "dispute",
    }),
  },
  { words: { gone: { summary: GONE, errors: { line: [GONE] } } }, otherwise: "dispute" },
);

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
