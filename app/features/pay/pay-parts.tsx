import { Link } from "react-router";
import type { ShownForm } from "#app/forms/answer-forms.server.ts";
import { SelectField } from "#app/forms/choice-fields.tsx";
import { DeclaredFields } from "#app/forms/declared-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { MODES } from "#app/features/assessors/profile.ts";
import { NOT_HELD_REASONS } from "#app/features/visits/record/outcome.ts";
import { counted } from "#app/platform/counted.ts";
import {
  formatDate,
  formatInstantDay,
  formatLongDate,
  formatMonth,
  formatShortDate,
} from "#app/platform/dates.ts";
import { formatPoundsAndPence as money } from "#app/platform/money.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { DataTable, type ListColumn } from "#app/ui/list.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Table } from "#app/ui/table.tsx";
import { sumPence, type PayLine } from "./lines.ts";
import { nextMonth } from "./months.ts";
import { DUE_WHEN, lineWords, RULE_KINDS, type PayRule } from "./rule-kinds.ts";
import { SELF_BILLING } from "./self-billing.ts";
import type { OwnPay, PayPage } from "./pay-pages.server.ts";
import type { OpenedStatement } from "./statements.server.ts";

type FormCardProps = { shown: ShownForm; saved: Record<string, string>; version?: number };

/** A declared form that the control `form` names, in a card. */
export function FormCard({ shown, saved, version }: FormCardProps) {
  const { intent, heading, fields, look, button } = shown;
  const form = useStepForm<Record<string, string>>({ id: intent, saved });
  return (
    <Card heading={heading}>
      <StepForm form={form} autoComplete="off">
        <input type="hidden" name="form" value={intent} />
        {version === undefined ? null : <input type="hidden" name="version" value={version} />}
        <div className="plan-fields">
          <DeclaredFields form={form} specs={fields} />
        </div>
        <Submit look={look}>{button}</Submit>
      </StepForm>
    </Card>
  );
}

type Rule = PayRule & { assessment: string | undefined };

const onlyFor = ({ assessment, mode, reason }: Rule) =>
  [assessment, mode && MODES[mode], reason && NOT_HELD_REASONS[reason]].filter(Boolean).join(", ") || "All";

const RULE_COLUMNS: ListColumn<Rule>[] = [
  { name: "For", place: "name", cell: ({ kind }) => RULE_KINDS[kind] },
  { name: "Only", cell: onlyFor },
  {
    name: "Due",
    cell: ({ kind, dueWhen }) =>
      kind === "decision" || kind === "further" ? DUE_WHEN[dueWhen] : "after the visit",
  },
  { name: "Valid from", place: "side", cell: ({ validFrom }) => formatShortDate(validFrom) },
  {
    name: "Amount",
    place: "number",
    cell: ({ pence, percent, kind }) =>
      pence === null
        ? `${percent}% of the price without VAT`
        : money(pence) + (kind === "mile" ? " a mile" : ""),
  },
];

export function RulesTable({ rules }: { rules: readonly Rule[] }) {
  if (rules.length === 0) return <p>There is no rule yet.</p>;
  return (
    <DataTable
      className="table is-rows is-figures"
      caption="Rules, the latest first"
      columns={RULE_COLUMNS}
      rows={rules}
    />
  );
}

type Line = PayLine & { person: string | undefined; name?: string; isDisputed?: boolean };

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
export function LinesTable({ lines, caption }: { lines: readonly Line[]; caption: string }) {
  if (lines.length === 0) return null;
  const hasNames = lines.some(({ name }) => name !== undefined);
  const hasDays = lines.some(({ dueOn }) => dueOn !== null);
  // Browsers of some years ago have no `Map.groupBy`.
  const visits = new Map<string, Line[]>();
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
            {own.map((line) => (
              <li key={line.key}>
                {lineWords(line)}
                {own.length > 1 ? `, ${money(line.pence)}` : ""}{" "}
                {line.isDisputed ? <Badge colour="yellow">Held back</Badge> : null}
              </li>
            ))}
          </ul>,
          ...(hasDays ? [daysOf(own)] : []),
          money(sumPence(own)),
        ],
      }))}
    />
  );
}

const daysOf = (lines: readonly Line[]) =>
  [...new Set(lines.map(({ dueOn }) => dueOn && formatShortDate(dueOn)))].join(", ");

type StatementsProps = { statements: PayPage["statements"]["rows"]; to: string; hasNames?: boolean };

export function StatementsTable({ statements, to, hasNames = false }: StatementsProps) {
  return (
    <DataTable
      className="table is-rows is-figures"
      caption="Statements"
      columns={[
        hasNames
          ? { name: "Assessor", place: "name", cell: ({ name }) => name }
          : { name: "Month", place: "name", cell: ({ month }) => formatMonth(month) },
        { name: "Statement", cell: ({ id, number }) => <Link to={`${to}/${id}`}>{number}</Link> },
        {
          name: "Paid",
          place: "side",
          cell: ({ paidOn }) => (paidOn ? `paid ${formatShortDate(paidOn)}` : "not paid yet"),
        },
        { name: "Total", place: "number", cell: ({ totalPence }) => money(totalPence) },
      ]}
      rows={statements}
    />
  );
}

function AnswerForm({ dispute }: { dispute: PayPage["disputes"]["rows"][number] }) {
  const id = `answer-${dispute.id}`;
  const form = useStepForm<{ answer: string }>({ id });
  return (
    <li>
      <p>
        {dispute.name}, <OfBooking line={dispute} />, {formatInstantDay(dispute.raisedAt)}:
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
        <Submit look="quiet">Send answer</Submit>
      </StepForm>
    </li>
  );
}

export function DisputesCard({ disputes: { rows, at } }: Pick<PayPage, "disputes">) {
  if (rows.length === 0) return null;
  return (
    <Card heading="Assessors say that these lines are wrong">
      <ul className="stack">
        {rows.map((dispute) => (
          <AnswerForm key={dispute.id} dispute={dispute} />
        ))}
      </ul>
      <Pages at={at} of="lines that are said to be wrong" />
    </Card>
  );
}

/** The consequences of closing the month, in sentences. */
function closingWords({ statementCount, totalPence, carriedCount, heldCount, claims }: PayPage) {
  const whose = statementCount === 1 ? "its assessor" : "their assessors";
  const waits = heldCount === 1 ? "waits" : "wait";
  const claimed = `${counted(claims.at.count, "claim")} without a decision (${money(claims.pence)})`;
  return [
    `${counted(statementCount, "statement is", "statements are")} made and mailed to ${whose}: ${money(totalPence)} in all.`,
    carriedCount > 0 &&
      `${counted(carriedCount, "assessor has", "assessors have")} less than nothing: their lines are carried to the next month.`,
    heldCount > 0 &&
      `${counted(heldCount, "line that is", "lines that are")} said to be wrong ${waits} for your answer, and for the next month.`,
    claims.at.count > 0 && `${claimed} ${claims.at.count === 1 ? "is" : "are"} not in it.`,
    "No money moves. The files for the bank and the accountant are here afterwards.",
    "A closed month never changes, and cannot be opened again. What becomes known later is an adjustment in the next one.",
  ].filter((words) => words !== false);
}

export function CloseCard({ page }: { page: PayPage }) {
  const form = useStepForm({ id: "close" });
  if (page.isPast) return null;
  const name = formatMonth(page.month);
  return (
    <Card heading={`Close ${name}`}>
      {!page.isOver ? (
        <p>The month can be closed from {formatDate(`${nextMonth(page.month)}-01`)} on.</p>
      ) : page.statementCount === 0 ? (
        <p>There is nothing to pay.</p>
      ) : (
        <>
          <p>When you close it:</p>
          <ul className="list-disc pl-5">
            {closingWords(page).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <StepForm form={form}>
            <input type="hidden" name="form" value="close" />
            <input type="hidden" name="month" value={page.month} />
            <input type="hidden" name="seen" value={page.seen} />
            <Submit>Close {name}</Submit>
          </StepForm>
        </>
      )}
    </Card>
  );
}

export function ClosedCard({ page }: { page: PayPage }) {
  const form = useStepForm<{ paidOn: string }>({ id: "paid", saved: { paidOn: page.today } });
  const { missingAccounts, statements, month } = page;
  return (
    <Card heading={`${formatMonth(month)} is closed`} className="stack">
      <StatementsTable statements={statements.rows} to="/admin/pay/statements" hasNames />
      <Pages at={statements.at} of="statements" />
      <p>
        {counted(statements.at.count, "statement")}, {money(statements.pence)} in all.
      </p>
      {missingAccounts.length > 0 ? (
        <p>Not in the bank’s file, because no account is known: {missingAccounts.join(", ")}.</p>
      ) : null}
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <a href={`/admin/pay/${month}/bank.csv`}>Bank file</a>
        <a href={`/admin/pay/${month}/lines.csv`}>File for the accountant</a>
      </p>
      {page.isPaid ? null : (
        <StepForm form={form} autoComplete="off">
          <input type="hidden" name="form" value="paid" />
          <input type="hidden" name="month" value={month} />
          <TextField field={fieldOf(form, "paidOn")} label="Day on which they were paid" type="date" />
          <Submit>Mark as paid</Submit>
        </StepForm>
      )}
    </Card>
  );
}

export function DisputeCard({ lines }: { lines: OwnPay["sayable"] }) {
  const form = useStepForm<{ line: string; text: string }>({ id: "dispute" });
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
          options={lines.map((line) => ({
            value: line.key,
            label: [line.person, line.reference, lineWords(line), money(line.pence)]
              .filter(Boolean)
              .join(", "),
          }))}
        />
        <TextArea
          field={fieldOf(form, "text")}
          label="What is wrong"
          hint="For the office. Please write nothing about anyone’s health. The line waits until they answer."
          rows={3}
        />
        <Submit>Tell the office</Submit>
      </StepForm>
    </details>
  );
}

const partyWords = ({ name, address }: { name: string; address: string }) =>
  [name, address].filter(Boolean).join(", ");

/** A statement as it was closed: the same for its assessor, for staff, and on paper. */
export function StatementView({ statement }: { statement: OpenedStatement }) {
  const { content, isSelfBilled, lines } = statement;
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
