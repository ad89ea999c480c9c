import { valuesOf } from "#app/platform/values-of.ts";
import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { findAssessor } from "#app/features/assessors/assessors.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import {
  DONE,
  refused,
  type KeptNow,
  type Refused,
} from "#app/features/booking/record/change-booking.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { FIRST_PAGE, pageOf } from "#app/kit/pages.ts";
import { formatDate, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { decideClaim } from "./claims.server.ts";
import { listClaims, openClaims, openAmounts, type Claim } from "./claim-rows.server.ts";
import { claimPence } from "./claims.ts";
import { closeMonth, markPaid, type CloseProblem } from "./close-month.server.ts";
import { answerDispute, answeredDisputes, openDisputes, raiseDispute } from "./disputes.server.ts";
import { mileRates, questionFees, visitFee } from "./facts.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { peopleOf } from "#app/features/booking/record/find-booking.server.ts";
import { feeWords } from "./fees.ts";
import { claimIdOf, sumPence, type OpenLine } from "./lines.ts";
import { sellerOf } from "#app/features/billing/own/content.ts";
import { moneyOf, NO_MONEY, saveMoney } from "./money-details.server.ts";
import { isMonth, lastDayOf, monthBefore, monthOf } from "./months.ts";
import { byAssessor, readOpenPay, seenOf } from "./open-pay.server.ts";
import {
  AnswerSchema,
  CloseSchema,
  DecideSchema,
  DETAILS_FIELDS,
  DetailsSchema,
  DisputeSchema,
  paidSchema,
  RULE,
  RuleSchema,
} from "./pay-schemas.ts";
import { LINE_KINDS, type PayRule } from "./rule-kinds.ts";
import { addRule, listRules } from "./rules.server.ts";
import { reviewNeeded } from "./self-billing.ts";
import { lastClosedMonth, listStatements, type Statement } from "./statements.server.ts";

const money = formatPoundsAndPence;

/** The facts of a statement that lists show. */
const listed = ({ id, number, month, totalPence, paidOn, content }: Statement) => ({
  id,
  number,
  month,
  totalPence,
  paidOn,
  name: content.assessor.name,
});

/** Rules with the names of their assessments, those that are no longer offered included. */
function named(rules: readonly PayRule[]) {
  const { assessments, retired } = currentOffer();
  const names = new Map([...retired, ...assessments].map(({ id, name }) => [id, name]));
  return rules.map((rule) => ({ ...rule, assessment: names.get(rule.assessmentId ?? "") }));
}

/** A claim with whole pence; null for miles without a rate. */
const priced = (claim: Claim, rates: ReadonlyMap<string, number | null>) => ({
  ...claim,
  pence: claimPence(claim, rates.get(claim.visitId) ?? null),
});

/** The month that a page shows: that of its address, else the last one that is over. */
export const monthAsked = ({ clock }: Pick<Deps, "clock">, url: URL) => {
  const typed = url.searchParams.get("month") ?? "";
  return isMonth(typed) ? typed : monthBefore(monthOf(londonDate(clock.now())));
};

/** Pay of a month: what is ready, held back, and closed. Its lists are in pages, which the address names. */
export async function readPayPage(deps: Deps, month: string, url = FIRST_PAGE) {
  const statements = await listStatements(deps, { month });
  const last = await lastClosedMonth(deps);
  const today = londonDate(deps.clock.now());
  // A month before the last one that was closed takes nothing any more.
  const isPast = last !== null && month <= last;
  const open = isPast ? { ready: [], disputed: [] } : await readOpenPay(deps, { until: lastDayOf(month) });
  const allLines = [...open.ready, ...open.disputed];
  const lines = pageOf(allLines, url, { name: "lines" });
  const disputes = await openDisputes(deps, url);
  const claims = await openClaims(deps, url);
  const ids = allLines.flatMap(({ key }) => claimIdOf(key) ?? []);
  const approvedIds = pageOf(ids, url, { name: "approved", size: 25 });
  const approved = await listClaims(deps, { ids: approvedIds.rows, order: "oldest-first" });
  const payable = byAssessor(open.ready);
  const paid = payable.filter(({ isCarried }) => !isCarried);
  const shown = [...lines.rows, ...disputes.rows, ...claims.rows, ...approved];
  const waiting = await openAmounts(deps);
  const visitIds = [...waiting.map(({ visit_id }) => visit_id), ...approved.map(({ visitId }) => visitId)];
  const [names, people, rates, accounts] = [
    await findUserNames(deps, valuesOf([...shown, ...payable], "assessorId")),
    await peopleOf(deps, valuesOf(shown, "reference")),
    await mileRates(deps, visitIds),
    await moneyOf(deps, valuesOf(statements, "assessorId")),
  ];
  const nameOf = ({ assessorId }: { assessorId: string }) => names.get(assessorId) ?? "";
  const withNames = <Row extends { assessorId: string; reference: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, name: nameOf(row), person: people[row.reference] }));
  const held = new Set<OpenLine>(open.disputed);
  const assessors = payable
    .map((one) => ({ ...one, id: one.assessorId, name: nameOf(one), lines: one.lines.length }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
  return {
    month,
    today,
    isPast,
    isOver: lastDayOf(month) < today,
    isClosed: statements.length > 0,
    hasRules: (await listRules(deps)).length > 0,
    seen: seenOf(open),
    totalPence: sumPence(paid),
    /** How many get a statement, and of how many the lines are carried on. */
    statementCount: paid.length,
    carriedCount: payable.length - paid.length,
    heldCount: open.disputed.length,
    assessors: pageOf(assessors, url, { name: "assessors", size: 100 }),
    lines: {
      at: lines.at,
      rows: withNames(lines.rows.map((line) => ({ ...line, isDisputed: held.has(line) }))),
      pence: sumPence(allLines),
    },
    disputes: { at: disputes.at, rows: withNames(disputes.rows) },
    claims: {
      at: claims.at,
      rows: withNames(claims.rows.map((claim) => priced(claim, rates))),
      pence: waiting.reduce((sum, one) => sum + (claimPence(one, rates.get(one.visit_id) ?? null) ?? 0), 0),
    },
    approved: { at: approvedIds.at, rows: withNames(approved.map((claim) => priced(claim, rates))) },
    statements: {
      ...pageOf(statements.toReversed().map(listed), url, { name: "statements", size: 100 }),
      pence: statements.reduce((sum, { totalPence }) => sum + totalPence, 0),
    },
    missingAccounts: statements
      .filter(({ assessorId }) => !accounts.get(assessorId)?.accountNumber)
      .map(({ content }) => content.assessor.name),
    isPaid: statements.every(({ paidOn }) => paidOn !== null),
  };
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
    reopen: "Waiting for a decision again.",
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

function reviewOf(deps: Deps, details: Parameters<typeof reviewNeeded>[0]): string | null {
  const today = londonDate(deps.clock.now());
  const { vatNumber } = sellerOf(deps.settings.current().company, today);
  const found = reviewNeeded(details, today, vatNumber);
  return found && REVIEWS[found.kind](formatDate(found.end));
}

/** Rules of everybody, or the rules, account and statements of one assessor. Null for somebody who is no assessor. */
export async function readRulesPage(deps: Deps, assessorId: string | null) {
  const assessor = assessorId === null ? null : await findAssessor(deps, assessorId);
  if (assessorId !== null && !assessor) return null;
  const rules = (await listRules(deps)).filter((rule) => rule.assessorId === assessorId);
  const options = [
    { value: "", label: "All" },
    ...currentOffer().assessments.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const { rule, details } = answerRulesPage.shown;
  const fields = rule.fields.map((field) => (field.name === "assessment" ? { ...field, options } : field));
  return {
    assessor: assessor && { id: assessor.id, name: assessor.name },
    today: londonDate(deps.clock.now()),
    rules: named(rules),
    forms: { rule: { ...rule, fields }, details },
    own: assessorId === null ? null : await readOwn(deps, assessorId),
  };
}

async function readOwn(deps: Deps, assessorId: string) {
  const { version, ...details } = (await moneyOf(deps, [assessorId])).get(assessorId) ?? NO_MONEY;
  return {
    version,
    saved: Object.fromEntries(
      Object.entries(details).map(([name, value]) => [name, String(value ?? "")]),
    ) as Record<string, string>,
    review: reviewOf(deps, details),
    statements: (await listStatements(deps, { assessorId })).map(listed),
  };
}

const ofRules = formOf<Posted & { assessorId: string | null }, Refused<"not-found" | "changed-since">>();

/** Answers the forms of a page of rules. */
export const answerRulesPage = answerForms(
  {
    rule: ofRules({
      fields: RULE.fields,
      heading: "Add a rule",
      button: "Add rule",
      schema: RuleSchema,
      summary: "The rule was not added.",
      change: ({ deps, by, assessorId }, rule) => addRule(deps, { ...by, rule: { ...rule, assessorId } }),
      said: "The rule was added.",
    }),
    details: ofRules({
      fields: DETAILS_FIELDS,
      heading: "Bank account and VAT",
      button: "Save details",
      look: "quiet",
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
async function peopleFor(deps: Deps, assessorId: string, shown: readonly { visitId: string }[]) {
  const references = [];
  for (const id of new Set(shown.map(({ visitId }) => visitId))) {
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
  const waiting = await listClaims(deps, { assessorId, state: "claimed" });
  const refused = await listClaims(deps, { assessorId, state: "refused" });
  const claims = pageOf([...waiting, ...refused], url, { name: "claims" });
  const rates = await mileRates(deps, valuesOf(claims.rows, "visitId"));
  const answers = await answeredDisputes(deps, assessorId, url);
  const shown = [...ready.rows, ...open.disputed, ...coming.rows, ...claims.rows];
  const people = await peopleFor(deps, assessorId, shown);
  const withPeople = <Row extends { reference: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, person: people[row.reference] }));
  return {
    month,
    totalPence: sumPence(open.ready),
    ready: { at: ready.at, rows: withPeople(ready.rows) },
    disputed: withPeople(open.disputed),
    coming: { at: coming.at, rows: withPeople(coming.rows) },
    /** All lines about which something can be said. */
    sayable: withPeople([...open.ready, ...open.coming]),
    claims: { at: claims.at, rows: withPeople(claims.rows.map((claim) => priced(claim, rates))) },
    answers: { at: answers.at, rows: withPeople(answers.rows) },
    rules: named(rules.filter((rule) => rule.assessorId === null || rule.assessorId === assessorId)),
    statements: (await listStatements(deps, { assessorId })).map(listed),
  };
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
