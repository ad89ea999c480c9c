import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  answerBankPage,
  BANK_PAGE,
  readBankPage,
  saidOnBankPage,
  type BankPage,
  type ShownLine,
} from "#app/features/billing/bank/bank-page.server.ts";
import { MAX_BANK_FILE_BYTES, type Headings } from "#app/features/billing/bank/read-bank-file.server.ts";
import { formLimit, formWithFile } from "#app/platform/http/form-limit.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { PaymentTabs } from "#app/features/billing/own/payment-parts.tsx";
import { PageHead } from "#app/ui/desk.tsx";
import { Page } from "#app/ui/page.tsx";
import { useKeyOf, useSaid } from "#app/ui/use-done.ts";
import type { Route } from "./+types/bank-file";
import { useActionData } from "react-router";
import { SelectField } from "#app/forms/choice-fields.tsx";
import { ErrorSummary, StepForm } from "#app/forms/step-form.tsx";
import { ButtonForm, Submit } from "#app/forms/submit.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm, type StepFormState } from "#app/forms/use-step-form.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { formatShortDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence as money } from "#app/platform/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { Line } from "#app/features/billing/bank/match.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  return { page: await readBankPage(deps, new URL(request.url)), said: saidOnBankPage(request) };
}

export const action = formLimit(
  { fileBytes: MAX_BANK_FILE_BYTES },
  once(async ({ request, context }: Route.ActionArgs) => {
    const { deps, by, scope } = await requireMoneyHandler(context, request);
    return answerBankPage({ deps, by, form: await formWithFile(scope, request), page: BANK_PAGE });
  }),
);

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

type FileForm = Record<"bankFile" | (typeof COLUMNS)[number][0], string>;

/** Nothing of a file is kept in the tab's storage: the browser keeps the chosen file itself. */
function BankFileCard({ hasLines }: { hasLines: boolean }) {
  const form = useStepForm<FileForm>({ id: "file" });
  const headings = (useActionData() as { headings?: Headings } | undefined)?.headings;
  return (
    <Card heading="Read a bank file">
      <p className="mb-4">
        Download the statement of your account as CSV, and choose the file here. Nothing is booked before you
        have looked at the lines. A line that was read before is left out, so files may overlap.
      </p>
      <StepForm form={form} encType="multipart/form-data" enterIntent="read">
        <TextField
          field={fieldOf(form, "bankFile")}
          label="File"
          hint="A CSV file of at most 3 MB"
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
        />
        {headings ? <ColumnFields form={form} headings={headings} /> : null}
        <Submit look={hasLines ? "quiet" : "main"} intent="read">
          Read file
        </Submit>
      </StepForm>
    </Card>
  );
}

/** The columns to choose, each with the words of its empty option. */
const COLUMNS = [
  ["date", "Day", "The day comes before the month, such as 26/11/2026", "Choose"],
  ["amount", "Amount, or money in", "Lines with a minus, or without an amount, are left out", "Choose"],
  ["words", "Description", "What the payer wrote, with our reference", "Choose"],
  ["name", "Name of the payer", undefined, "In the description"],
  ["state", "State", "Such as Completed, Pending, Reverted", "Not in the file"],
  ["direction", "In or out", "Such as Credit and Debit, where the amount has no minus", "Not in the file"],
  ["currency", "Currency", "Lines in another one than GBP are left out", "Not in the file"],
] as const;

function ColumnFields({ form, headings }: { form: StepFormState<FileForm>; headings: Headings }) {
  const options = headings.names.map((label, index) => ({ value: String(index), label }));
  return (
    <>
      <input type="hidden" name="headings" value={headings.key} />
      {COLUMNS.map(([name, label, hint, emptyLabel]) => (
        <SelectField
          key={name}
          field={fieldOf(form, name)}
          label={label}
          hint={hint}
          options={options}
          emptyLabel={emptyLabel}
          isOptional={emptyLabel !== "Choose"}
        />
      ))}
    </>
  );
}

const inWords = ({ pence, day }: Line) => `${money(pence)} on ${formatShortDate(day)}`;

type Ticks = { line: string[] };

function Tick({ line, isTicked }: { line: ShownLine; isTicked: boolean }) {
  const id = `line-${line.id}`;
  return (
    <div className="option">
      <input
        type="checkbox"
        id={id}
        name="line"
        value={line.id}
        defaultChecked={isTicked}
        aria-describedby={`${id}-hint`}
      />
      <label htmlFor={id}>
        <strong>{money(line.pence)}</strong> on {formatShortDate(line.day)}
        {line.booking && line.kind === "sure" ? ` for ${line.booking.reference}` : ""}
      </label>
      <p className="hint wrap-anywhere" id={`${id}-hint`}>
        {line.words}
        {line.why ? (
          <>
            <br />
            {line.why}
          </>
        ) : null}
      </p>
    </div>
  );
}

/** Ticked lines of a form that was refused; null before. */
const tickedIn = ({ values }: StepFormState<Ticks>) =>
  values.line === undefined ? null : new Set([values.line].flat());

const TickedButtons = ({ look }: { look?: "main" | "quiet" }) => (
  <div className="actions">
    <Button look={look} intent="book">
      Book the ticked ones
    </Button>
    <Button look="quiet" intent="aside">
      Set the ticked ones aside
    </Button>
  </div>
);

function SureCard({ sure, at }: Pick<BankPage, "sure" | "at">) {
  const form = useStepForm<Ticks>({ id: "sure-form" });
  if (sure.length === 0) return <ErrorSummary form={form} />;
  const ticked = tickedIn(form);
  return (
    <Card heading={`Sure: ${at.sure.count}`}>
      <p className="mb-4">These have our reference and exactly what is still to pay.</p>
      <StepForm form={form} enterIntent="book">
        <input type="hidden" name="list" value="sure" />
        {sure.map((line) => (
          <div key={line.id}>
            <input type="hidden" name={`for-${line.id}`} value={line.booking!.reference} />
            <input type="hidden" name={`seen-${line.id}`} value={line.seen} />
            <Tick line={line} isTicked={ticked?.has(line.id) ?? true} />
          </div>
        ))}
        <TickedButtons />
      </StepForm>
      <Pages at={at.sure} of="sure lines" />
    </Card>
  );
}

function OthersCard({ others, at }: Pick<BankPage, "others" | "at">) {
  const form = useStepForm<Ticks & Record<`for-${string}`, string>>({ id: "others-form" });
  if (others.length === 0) return <ErrorSummary form={form} />;
  const ticked = tickedIn(form);
  return (
    <Card heading={`To be checked: ${at.others.count}`}>
      <p className="mb-4">
        Tick a line, and check or enter the booking or invoice that it pays; for several, an amount after each
        (INV-000012 300, INV-000013 295). What is paid too much stays as the booking’s credit.
      </p>
      <StepForm form={form} enterIntent="book">
        {others.map((line) => {
          const field = fieldOf(form, `for-${line.id}`);
          return (
            <div key={line.id} className="plan-fields">
              <input type="hidden" name={`seen-${line.id}`} value={line.seen} />
              <Tick line={line} isTicked={ticked?.has(line.id) ?? false} />
              <TextField
                field={{ ...field, initialValue: field.initialValue ?? line.typed }}
                label="Booking or invoice"
                aria-label={`Booking or invoice of ${inWords(line)}`}
                autoComplete="off"
              />
            </div>
          );
        })}
        <TickedButtons look={at.sure.count > 0 ? "quiet" : "main"} />
      </StepForm>
      <Pages at={at.others} of="lines to be checked" />
    </Card>
  );
}

/** `count` lines match no booking at all. */
function AsideAllCard({ count }: { count: number }) {
  const form = useStepForm({ id: "aside-all-form" });
  if (count < 2) return <ErrorSummary form={form} />;
  return (
    <Card heading={`Lines that match nothing: ${count}`}>
      <p className="mb-4">
        Neither a reference nor an amount or a name of theirs is that of a booking with something to pay.
        Money that has nothing to do with bookings can be set aside in one go.
      </p>
      <StepForm form={form} enterIntent={null}>
        <input type="hidden" name="seenCount" value={count} />
        <Submit look="quiet" intent="aside-all">
          Set all {count} aside
        </Submit>
      </StepForm>
    </Card>
  );
}

function AsideCard({ aside, at }: Pick<BankPage, "aside" | "at">) {
  if (aside.length === 0) return null;
  return (
    <Card heading="Set aside">
      <p className="mb-4">These pay no booking. They are forgotten 30 days after they were set aside.</p>
      <ul className="stack">
        {aside.map((line) => (
          <li key={line.id}>
            <strong>{money(line.pence)}</strong> on {formatShortDate(line.day)}{" "}
            <span className="note block wrap-anywhere">{line.words}</span>
            <ButtonForm fields={{ line: line.id }} value="back" aria-label={`Put back: ${inWords(line)}`}>
              Put back
            </ButtonForm>
          </li>
        ))}
      </ul>
      <Pages at={at.aside} of="lines set aside" />
    </Card>
  );
}

export default function BankFile({ loaderData: { page, ...shown } }: Route.ComponentProps) {
  const said = useSaid(shown.said);
  const key = useKeyOf(said);
  const count = page.at.sure.count + page.at.others.count;
  return (
    <Page title="Bank file" heading={null}>
      <PageHead heading="Bank file" />
      <PaymentTabs lines={count} />
      <Done text={said} />
      <SureCard key={`sure ${key}`} {...page} />
      <OthersCard key={`others ${key}`} {...page} />
      <AsideAllCard key={`all ${key}`} count={page.nothingCount} />
      <BankFileCard key={`file ${key}`} hasLines={count > 0} />
      <AsideCard {...page} />
    </Page>
  );
}
