import { useActionData } from "react-router";
import { SelectField } from "#app/forms/choice-fields.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { ErrorSummary, StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm, type StepFormState } from "#app/forms/use-step-form.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { BankPage, LineInWords } from "./bank-page.server.ts";
import type { Headings } from "./read-bank-file.server.ts";

type FileForm = Record<
  "bankFile" | "date" | "amount" | "words" | "name" | "state" | "direction" | "currency",
  string
>;

/** Nothing of a file is kept in the tab's storage: the browser keeps the chosen file itself. */
export function BankFileCard({ hasLines }: { hasLines: boolean }) {
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
        <div className="actions">
          <Button look={hasLines ? "quiet" : "main"} name="intent" value="read">
            Read file
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}

function ColumnFields({ form, headings }: { form: StepFormState<FileForm>; headings: Headings }) {
  const options = headings.names.map((label, index) => ({ value: String(index), label }));
  const field = (name: keyof FileForm, label: string, hint: string) => (
    <SelectField
      field={fieldOf(form, name)}
      label={label}
      hint={hint}
      options={options}
      emptyLabel="Choose"
    />
  );
  return (
    <>
      <input type="hidden" name="headings" value={headings.key} />
      {field("date", "Day", "The day comes before the month, such as 26/11/2026")}
      {field("amount", "Amount, or money in", "Lines with a minus, or without an amount, are left out")}
      {field("words", "Description", "What the payer wrote, with our reference")}
      <SelectField
        field={fieldOf(form, "name")}
        label="Name of the payer"
        options={options}
        emptyLabel="In the description"
        isOptional
      />
      {QUALIFIERS.map(([name, label, hint]) => (
        <SelectField
          key={name}
          field={fieldOf(form, name)}
          label={label}
          hint={hint}
          options={options}
          emptyLabel="Not in the file"
          isOptional
        />
      ))}
    </>
  );
}

const QUALIFIERS = [
  ["state", "State", "Such as Completed, Pending, Reverted"],
  ["direction", "In or out", "Such as Credit and Debit, where the amount has no minus"],
  ["currency", "Currency", "Lines in another one than GBP are left out"],
] as const;

type Ticks = { line: string[] };

function Tick({ line, isTicked }: { line: LineInWords; isTicked: boolean }) {
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
        <strong>{line.amount}</strong> on {line.day}
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

export function SureCard({ sure, at }: Pick<BankPage, "sure" | "at">) {
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
        <div className="actions">
          <Button name="intent" value="book">
            Book the ticked ones
          </Button>
          <Button look="quiet" name="intent" value="aside">
            Set the ticked ones aside
          </Button>
        </div>
      </StepForm>
      <Pages at={at.sure} of="sure lines" />
    </Card>
  );
}

export function OthersCard({ others, at }: Pick<BankPage, "others" | "at">) {
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
                aria-label={`Booking or invoice of ${line.amount} on ${line.day}`}
                autoComplete="off"
              />
            </div>
          );
        })}
        <div className="actions">
          <Button look={at.sure.count > 0 ? "quiet" : "main"} name="intent" value="book">
            Book the ticked ones
          </Button>
          <Button look="quiet" name="intent" value="aside">
            Set the ticked ones aside
          </Button>
        </div>
      </StepForm>
      <Pages at={at.others} of="lines to be checked" />
    </Card>
  );
}

/** `count` lines match no booking at all. */
export function AsideAllCard({ count }: { count: number }) {
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
        <div className="actions">
          <Button look="quiet" name="intent" value="aside-all">
            Set all {count} aside
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}

export function AsideCard({ aside, at }: Pick<BankPage, "aside" | "at">) {
  if (aside.length === 0) return null;
  return (
    <Card heading="Set aside">
      <p className="mb-4">These pay no booking. They are forgotten 30 days after they were set aside.</p>
      <ul className="stack">
        {aside.map(({ id, amount, day, words }) => (
          <li key={id}>
            <strong>{amount}</strong> on {day} <span className="note block wrap-anywhere">{words}</span>
            <PostForm>
              <input type="hidden" name="line" value={id} />
              <Button
                look="quiet"
                isSmall
                name="intent"
                value="back"
                aria-label={`Put back: ${amount} on ${day}`}
              >
                Put back
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
      <Pages at={at.aside} of="lines set aside" />
    </Card>
  );
}
