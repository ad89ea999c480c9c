import { Link } from "react-router";
import { optionsOf, SelectField } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { MODES } from "#app/features/assessors/profile.ts";
import { NOT_HELD_REASONS } from "#app/features/visits/record/outcome.ts";
import { formatLongDate, formatMonth, formatShortDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Table } from "#app/ui/table.tsx";
import { sumPence } from "./lines.ts";
import { DUE_WHEN, lineWords, RULE_KINDS } from "./rule-kinds.ts";
import { SELF_BILLING } from "./self-billing.ts";
import type {
  LineInWords,
  OwnPay,
  PayPage,
  RuleInWords,
  RulesPage,
  StatementInWords,
} from "./pay-pages.server.ts";
import type { OpenedStatement } from "./statements.server.ts";

type RuleTyped = Record<
  "kind" | "assessment" | "mode" | "notHeldReason" | "amount" | "percent" | "dueWhen" | "validFrom",
  string
>;

export function AddRuleCard({ page: { today, assessments } }: { page: RulesPage }) {
  const form = useStepForm<RuleTyped>({ id: "rule", saved: { validFrom: today, dueWhen: "report" } });
  return (
    <Card heading="Add a rule">
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="form" value="rule" />
        <div className="plan-fields">
          <SelectField
            field={fieldOf(form, "kind")}
            label="What the rule is for"
            options={optionsOf(RULE_KINDS)}
          />
          <SelectField
            field={fieldOf(form, "assessment")}
            label="Assessment"
            hint="For decisions"
            isOptional
            options={assessments}
            emptyLabel="All"
          />
          <SelectField
            field={fieldOf(form, "mode")}
            label="Way of meeting"
            isOptional
            options={optionsOf(MODES)}
            emptyLabel="All"
          />
          <SelectField
            field={fieldOf(form, "notHeldReason")}
            label="Why a visit was not held"
            isOptional
            options={optionsOf(NOT_HELD_REASONS)}
            emptyLabel="All"
          />
          <TextField
            field={fieldOf(form, "amount")}
            label="Amount without VAT, in pounds"
            hint="Such as 250 or 80.50; for a mile 0.45"
            isOptional
            inputMode="decimal"
            className="input is-short"
          />
          <TextField
            field={fieldOf(form, "percent")}
            label="Or a share of the price without VAT, in per cent"
            hint="For decisions, such as 45"
            isOptional
            inputMode="numeric"
            className="input is-short"
          />
          <SelectField
            field={fieldOf(form, "dueWhen")}
            label="A decision’s fee is due"
            options={optionsOf(DUE_WHEN)}
          />
          <TextField
            field={fieldOf(form, "validFrom")}
            label="Valid from"
            hint="For visits that are agreed from this day on. An earlier day than today makes adjustments in the next month."
            type="date"
          />
        </div>
        <div className="actions">
          <Button>Add rule</Button>
        </div>
      </StepForm>
    </Card>
  );
}

export function RulesTable({ rules, caption }: { rules: readonly RuleInWords[]; caption: string }) {
  if (rules.length === 0) return <p>There is no rule yet.</p>;
  return (
    <Table
      className="table is-rows is-figures"
      caption={caption}
      columns={[
        { name: "For", className: "is-name" },
        "Only",
        "Due",
        { name: "Valid from", className: "is-side" },
        { name: "Amount", className: "is-number is-side" },
      ]}
      rows={rules.map(({ id, from, kind, only, amount, due }) => ({
        id,
        cells: [kind, only, due, from, amount],
      }))}
    />
  );
}

export function DetailsCard({ money }: { money: NonNullable<RulesPage["money"]> }) {
  const { version, ...saved } = money;
  const form = useStepForm<Record<keyof typeof money, string>>({
    id: "details",
    saved: {
      ...Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, String(value ?? "")])),
      version: String(version),
    },
  });
  return (
    <Card heading="Bank account and VAT">
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="form" value="details" />
        <input type="hidden" name="version" value={version} />
        <div className="plan-fields">
          <TextField field={fieldOf(form, "accountName")} label="Name of the account" isOptional />
          <TextField
            field={fieldOf(form, "sortCode")}
            label="Sort code"
            isOptional
            inputMode="numeric"
            className="input is-short"
          />
          <TextField
            field={fieldOf(form, "accountNumber")}
            label="Account number"
            isOptional
            inputMode="numeric"
            className="input is-short"
          />
          <TextField field={fieldOf(form, "vatNumber")} label="VAT number" isOptional />
          <TextField
            field={fieldOf(form, "vatRate")}
            label="VAT rate, in per cent"
            inputMode="numeric"
            className="input is-short"
          />
          <TextArea field={fieldOf(form, "address")} label="Address for invoices" isOptional rows={3} />
          <TextField
            field={fieldOf(form, "selfBillingFrom")}
            label="Self-billing agreed from"
            hint="Only with a written agreement: then statements are the assessor’s VAT invoices."
            isOptional
            type="date"
          />
          <TextField
            field={fieldOf(form, "selfBillingUntil")}
            label="Self-billing agreed until"
            hint="Usually 12 months, or the length of the contract. Review it then. A new VAT number needs a new agreement."
            isOptional
            type="date"
          />
        </div>
        <div className="actions">
          <Button look="quiet">Save details</Button>
        </div>
      </StepForm>
    </Card>
  );
}

type LinesProps = {
  lines: readonly (LineInWords & { name?: string; isDisputed?: boolean })[];
  caption: string;
};

type OfBookingProps = { line: { person: string | undefined; reference: string } };

/** The person at the visit first; the reference alone where nobody may be named. */
export const OfBooking = ({ line: { person, reference } }: OfBookingProps) =>
  person ? (
    <>
      {person} <small className="note inline-block">{reference}</small>
    </>
  ) : (
    reference
  );

/** One row a visit, with what it earns and the sum. */
export function LinesTable({ lines, caption }: LinesProps) {
  if (lines.length === 0) return null;
  const hasNames = lines.some(({ name }) => name !== undefined);
  const hasDays = lines.some(({ day }) => day !== "");
  const visits = new Map<string, LinesProps["lines"]>();
  for (const line of lines) {
    const key = line.assessorId + line.visitId;
    visits.set(key, [...(visits.get(key) ?? []), line]);
  }
  return (
    <Table
      className="table is-rows is-figures"
      caption={caption}
      columns={[
        ...(hasNames ? [{ name: "Assessor", className: "is-name" }] : []),
        { name: "Booking", className: hasNames ? undefined : "is-name" },
        "What",
        ...(hasDays ? [{ name: "Due", className: "is-side" }] : []),
        { name: "Amount", className: "is-number is-side" },
      ]}
      rows={[...visits.values()].map((own) => ({
        id: own[0]!.key,
        cells: [
          ...(hasNames ? [own[0]!.name] : []),
          <OfBooking line={own[0]!} />,
          <ul>
            {own.map(({ key, what, amount, isDisputed }) => (
              <li key={key}>
                {what}
                {own.length > 1 ? `, ${amount}` : ""}{" "}
                {isDisputed ? <Badge colour="yellow">Held back</Badge> : null}
              </li>
            ))}
          </ul>,
          ...(hasDays ? [[...new Set(own.map(({ day }) => day))].join(", ")] : []),
          formatPoundsAndPence(sumPence(own)),
        ],
      }))}
    />
  );
}

type StatementsProps = { statements: readonly StatementInWords[]; to: string; hasNames?: boolean };

export function StatementsTable({ statements, to, hasNames = false }: StatementsProps) {
  return (
    <Table
      className="table is-rows is-figures"
      caption="Statements"
      columns={[
        { name: hasNames ? "Assessor" : "Month", className: "is-name" },
        "Statement",
        { name: "Paid", className: "is-side" },
        { name: "Total", className: "is-number is-side" },
      ]}
      rows={statements.map(({ id, number, name, month, total, paidOn }) => ({
        id,
        cells: [
          hasNames ? name : month,
          <Link to={`${to}/${id}`}>{number}</Link>,
          paidOn ? `paid ${paidOn}` : "not paid yet",
          total,
        ],
      }))}
    />
  );
}

function AnswerForm({ dispute }: { dispute: PayPage["disputes"][number] }) {
  const id = `answer-${dispute.id}`;
  const form = useStepForm<{ answer: string }>({ id });
  return (
    <li>
      <p>
        {dispute.name}, <OfBooking line={dispute} />, {dispute.day}:
      </p>
      <blockquote className="wrap-anywhere whitespace-pre-line">{dispute.text}</blockquote>
      <StepForm form={form} autoComplete="off" enterIntent={null}>
        <input type="hidden" name="form" value={id} />
        <input type="hidden" name="dispute" value={dispute.id} />
        <TextArea
          field={fieldOf(form, "answer")}
          label="Answer"
          hint="The assessor reads it. Please write nothing about anyone’s health. The line is in the next statement again."
          rows={2}
        />
        <div className="actions">
          <Button look="quiet">Send answer</Button>
        </div>
      </StepForm>
    </li>
  );
}

export function DisputesCard({ disputes, at }: Pick<PayPage, "disputes" | "at">) {
  if (disputes.length === 0) return null;
  return (
    <Card heading="Assessors say that these lines are wrong">
      <ul className="stack">
        {disputes.map((dispute) => (
          <AnswerForm key={dispute.id} dispute={dispute} />
        ))}
      </ul>
      <Pages at={at.disputes} of="lines that are said to be wrong" />
    </Card>
  );
}

export function CloseCard({ page }: { page: PayPage }) {
  const form = useStepForm({ id: "close" });
  if (page.isPast) return null;
  return (
    <Card heading={`Close ${page.name}`}>
      {!page.isOver ? (
        <p>The month can be closed from {page.closesOn} on.</p>
      ) : page.statementCount === 0 ? (
        <p>There is nothing to pay.</p>
      ) : (
        <>
          <p>When you close it:</p>
          <ul className="list-disc pl-5">
            <li>
              {page.statementCount === 1 ? "1 statement is" : `${page.statementCount} statements are`} made
              and mailed to {page.statementCount === 1 ? "its assessor" : "their assessors"}: {page.total} in
              all.
            </li>
            {page.carriedCount > 0 ? (
              <li>
                {page.carriedCount === 1 ? "1 assessor has" : `${page.carriedCount} assessors have`} less than
                nothing: their lines are carried to the next month.
              </li>
            ) : null}
            {page.heldCount > 0 ? (
              <li>
                {page.heldCount === 1 ? "1 line that is" : `${page.heldCount} lines that are`} said to be
                wrong
                {page.heldCount === 1 ? " waits" : " wait"} for your answer, and for the next month.
              </li>
            ) : null}
            {page.at.claims.count > 0 ? (
              <li>
                {page.at.claims.count === 1 ? "1 claim" : `${page.at.claims.count} claims`} without a decision
                ({page.claimsTotal}) {page.at.claims.count === 1 ? "is" : "are"} not in it.
              </li>
            ) : null}
            <li>No money moves. The files for the bank and the accountant are here afterwards.</li>
            <li>
              A closed month never changes, and cannot be opened again. What becomes known later is an
              adjustment in the next one.
            </li>
          </ul>
          <StepForm form={form}>
            <input type="hidden" name="form" value="close" />
            <input type="hidden" name="month" value={page.month} />
            <input type="hidden" name="seen" value={page.seen} />
            <div className="actions">
              <Button>Close {page.name}</Button>
            </div>
          </StepForm>
        </>
      )}
    </Card>
  );
}

export function ClosedCard({ page }: { page: PayPage }) {
  const form = useStepForm<{ paidOn: string }>({ id: "paid", saved: { paidOn: page.today } });
  const { missingAccounts } = page;
  return (
    <Card heading={`${page.name} is closed`} className="stack">
      <StatementsTable statements={page.statements} to="/admin/pay/statements" hasNames />
      <Pages at={page.at.statements} of="statements" />
      <p>
        {page.at.statements.count} {page.at.statements.count === 1 ? "statement" : "statements"},{" "}
        {page.statementsTotal} in all.
      </p>
      {missingAccounts.length > 0 ? (
        <p>Not in the bank’s file, because no account is known: {missingAccounts.join(", ")}.</p>
      ) : null}
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <a href={`/admin/pay/${page.month}/bank.csv`}>File for the bank</a>
        <a href={`/admin/pay/${page.month}/lines.csv`}>File for the accountant</a>
      </p>
      {page.isPaid ? null : (
        <StepForm form={form} autoComplete="off">
          <input type="hidden" name="form" value="paid" />
          <input type="hidden" name="month" value={page.month} />
          <TextField field={fieldOf(form, "paidOn")} label="Day on which they were paid" type="date" />
          <div className="actions">
            <Button>Mark as paid</Button>
          </div>
        </StepForm>
      )}
    </Card>
  );
}

export function DisputeCard({ page }: { page: OwnPay }) {
  const form = useStepForm<{ line: string; text: string }>({ id: "dispute" });
  const lines = page.sayable;
  if (lines.length === 0) return null;
  return (
    <details className="card" open={form.summary !== undefined}>
      <summary>
        <h2>Something is wrong here</h2>
      </summary>
      <StepForm form={form} autoComplete="off" enterIntent={null}>
        <SelectField
          field={fieldOf(form, "line")}
          label="Line"
          options={lines.map(({ key, person, reference, what, amount }) => ({
            value: key,
            label: [person, reference, what, amount].filter(Boolean).join(", "),
          }))}
        />
        <TextArea
          field={fieldOf(form, "text")}
          label="What is wrong"
          hint="For the office. Please write nothing about anyone’s health. The line waits until they answer."
          rows={3}
        />
        <div className="actions">
          <Button>Tell the office</Button>
        </div>
      </StepForm>
    </details>
  );
}

const partyWords = ({ name, address }: { name: string; address: string }) =>
  [name, address].filter(Boolean).join(", ");

/** A statement as it was closed: the same for its assessor, for staff, and on paper. */
export function StatementView({ statement }: { statement: OpenedStatement }) {
  const { content, isSelfBilled, lines } = statement;
  const money = formatPoundsAndPence;
  return (
    <>
      <Card heading={isSelfBilled ? "VAT invoice, self-billed" : "Statement"}>
        <Facts
          rows={[
            ["Number", statement.number],
            ["Date", formatLongDate(statement.issuedOn)],
            ["For work in", formatMonth(statement.month)],
            [isSelfBilled ? "Supplier" : "Assessor", partyWords(content.assessor)],
            content.assessor.vatNumber !== "" && ["Supplier’s VAT number", content.assessor.vatNumber],
            [isSelfBilled ? "Customer" : "From", partyWords(content.practice)],
            isSelfBilled && ["Customer’s VAT number", content.practice.vatNumber],
            ["Without VAT", money(statement.netPence)],
            isSelfBilled && [
              content.vatRate ? `VAT at ${content.vatRate}%` : "VAT",
              money(statement.vatPence),
            ],
            ["Total", money(statement.totalPence)],
            ["Paid", statement.paidOn ? formatShortDate(statement.paidOn) : "Not yet"],
          ]}
        />
        <p className="note mt-4">
          {isSelfBilled
            ? SELF_BILLING.sentence
            : "This is no VAT invoice. If you are registered for VAT, please send us yours."}
        </p>
        <p className="note">
          Amounts are for the bookings below. An adjustment corrects an earlier statement.
        </p>
      </Card>
      <Table
        className="table is-stacked is-figures"
        caption="Lines"
        columns={[
          ...["Booking", "What", "Due"],
          { name: "Without VAT", className: "is-number" },
          ...(isSelfBilled ? [{ name: "VAT", className: "is-number" }] : []),
        ]}
        rows={lines.map((line) => ({
          id: line.id,
          cells: [
            line.reference,
            lineWords({ ...line, isAdjustment: line.is_adjustment === 1 }),
            formatShortDate(line.due_on),
            money(line.net_pence),
            ...(isSelfBilled ? [money(line.vat_pence)] : []),
          ],
        }))}
      />
    </>
  );
}
