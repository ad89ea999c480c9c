import { Link } from "react-router";
import { plainOptions, RadioGroup, SelectField } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Table } from "#app/ui/table.tsx";
import { MAX_LIST_ROWS, MAX_LISTS_A_DAY } from "./limits.ts";
import type { ListPage } from "./list-page.server.ts";

const rowsOf = (count: number) => (count === 1 ? "1 row" : `${count} rows`);

export function UploadCard({ of }: { of: string }) {
  const form = useStepForm<{ list: string }>({ id: "check-form" });
  const template = (kind: string) => organisationPath(`/upload/template/${kind}`, { id: of });
  return (
    <Card heading="Check a list">
      <p className="mb-4">
        Use our template, <a href={template("xlsx")}>for Excel</a> or <a href={template("csv")}>as CSV</a>.
        Below its headings it says what each column means, with an example; you may leave both rows in your
        list. Nothing is booked before you have seen what we read.
      </p>
      <StepForm form={form} encType="multipart/form-data" enterIntent="check">
        <TextField
          field={fieldOf(form, "list")}
          label="List"
          hint={`A CSV or XLSX file of at most 1 MB, with up to ${MAX_LIST_ROWS} rows. Bookings from ${MAX_LISTS_A_DAY} lists a day.`}
          type="file"
          accept=".csv,.xlsx"
        />
        <div className="actions">
          <Button intent="check">Check the list</Button>
        </div>
      </StepForm>
    </Card>
  );
}

/** Numbers first: a list of 200 rows is long. */
export function CountsCard({ page }: { page: ListPage }) {
  const { counts, again, made, unread, id, isMaking, example } = page;
  return (
    <Card heading="What we read">
      <Facts
        rows={[
          ["In the name of", page.organisation],
          ["In the list", rowsOf(counts.all)],
          page.readsFirst !== null && ["First in dates such as 3/4/1942", page.readsFirst],
          ["Ready to book", rowsOf(counts.ready)],
          counts.ready > 0 && [
            "Price of these",
            page.onRequest > 0
              ? `${page.total}, without ${rowsOf(page.onRequest)} priced on request`
              : page.total,
          ],
          ["With problems", rowsOf(counts.faulty)],
          again.length > 0 && ["Perhaps booked already", rowsOf(again.length)],
          counts.madeBefore > 0 && ["Booked before from another list", rowsOf(counts.madeBefore)],
          made.length > 0 && ["Booked from this list", rowsOf(made.length)],
          unread.length > 0 && ["Columns that we do not read", unread.join(", ")],
        ]}
      />
      {page.cap ? <Alert tone="warning">{page.cap}</Alert> : null}
      {isMaking ? (
        <Alert tone="warning">The bookings are being made. Load the page again in a minute.</Alert>
      ) : null}
      {counts.all > made.length ? (
        <p className="mt-3">
          <a className="button is-quiet" href={organisationPath(`/upload/${id}/problems`, { id: page.of })}>
            Download with problems
          </a>
        </p>
      ) : null}
      {example ? <OrderForm example={example} /> : null}
    </Card>
  );
}

function OrderForm({ example }: { example: string }) {
  const form = useStepForm<{ dayFirst: string }>({ id: "order-form" });
  return (
    <StepForm form={form} enterIntent="order">
      <RadioGroup
        field={fieldOf(form, "dayFirst")}
        label={`What comes first in dates such as ${example}?`}
        options={[
          { value: "day", label: "The day" },
          { value: "month", label: "The month" },
        ]}
      />
      <Button look="quiet" intent="order">
        Check again
      </Button>
    </StepForm>
  );
}

export function FaultsCard({ faults }: Pick<ListPage, "faults">) {
  if (faults.length === 0) return null;
  return (
    <Card heading="What is wrong">
      <p className="mb-4">
        Correct these rows in your file, and upload it again: rows that were booked are known and not booked
        twice. Rows with a warning alone can be booked.
      </p>
      <Table
        caption={<span className="sr-only">Problems by row</span>}
        columns={["Row", "Column", "Problem"]}
        rows={faults.map(({ row, column, sentence, kind }) => ({
          id: `${row} ${column} ${kind}`,
          cells: [`Row ${row}`, column, kind === "warning" ? `Warning: ${sentence}` : sentence],
        }))}
      />
    </Card>
  );
}

/** Who refers for an organisation. */
const RELATIONSHIPS = [
  ...["Solicitor", "Paralegal", "Deputy", "Social Worker", "Local Authority", "Healthcare Professional"],
  "Other Professional",
];

type MakeForm = Record<
  `referrer${"FirstName" | "LastName" | "Phone" | "Relationship" | "CustomRole"}` | "again",
  string
>;

export function MakeCard({ page }: { page: ListPage }) {
  const { counts, again, referrer, email } = page;
  const form = useStepForm<MakeForm>({ id: "make-form", saved: referrer });
  const count = counts.ready + again.length;
  if (count === 0 || page.isMaking) return null;
  const ticked = form.values["again"] === undefined ? null : [form.values["again"]].flat();
  const ready = counts.ready === 1 ? "Make 1 booking" : `Make ${counts.ready} bookings`;
  return (
    <Card heading="Book">
      <StepForm form={form} enterIntent="make">
        {again.length > 0 ? (
          <fieldset className="field">
            <legend>Perhaps booked already: tick what is another assessment</legend>
            {again.map(({ row, name, again: words, isAgain }) => (
              <div className="option" key={row}>
                <input
                  type="checkbox"
                  id={`again-${row}`}
                  name="again"
                  value={row}
                  defaultChecked={ticked ? ticked.includes(String(row)) : isAgain}
                  aria-describedby={`again-${row}-hint`}
                />
                <label htmlFor={`again-${row}`}>
                  Row {row}, {name}: this is another assessment
                </label>
                <p className="hint" id={`again-${row}-hint`}>
                  {words}
                </p>
              </div>
            ))}
          </fieldset>
        ) : null}
        <input type="hidden" name="seen" value={page.seen} />
        <p className="mb-4">You are the referrer of these bookings, with the address {email}.</p>
        <div className="field-pair">
          <TextField
            field={fieldOf(form, "referrerFirstName")}
            label="First name"
            autoComplete="given-name"
          />
          <TextField field={fieldOf(form, "referrerLastName")} label="Last name" autoComplete="family-name" />
        </div>
        <TextField
          field={fieldOf(form, "referrerPhone")}
          label="Phone number"
          type="tel"
          autoComplete="tel"
        />
        <SelectField
          field={fieldOf(form, "referrerRelationship")}
          label="Relationship to the people to be assessed"
          emptyLabel="Choose one"
          options={plainOptions(RELATIONSHIPS)}
        />
        <TextField
          field={fieldOf(form, "referrerCustomRole")}
          label="Your role"
          hint="Needed for Other Professional."
          isOptional
        />
        <div className="actions">
          <Button intent="make">
            {again.length === 0
              ? ready
              : counts.ready === 0
                ? "Make the ticked bookings"
                : `${ready} and the ticked ones`}
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}

export function MadeCard({ made }: Pick<ListPage, "made">) {
  if (made.length === 0) return null;
  return (
    <Card heading="Booked from this list">
      <ul className="stack">
        {made.map(({ row, id, reference }) => (
          <li key={row}>
            Row {row}: <Link to={`/booking/${id}`}>{reference}</Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
