import { Checkbox, optionsOf, SelectField } from "#app/forms/choice-fields.tsx";
import { FieldShell, fieldParts } from "#app/forms/field.tsx";
import { ErrorSummary, StepForm } from "#app/forms/step-form.tsx";
import { ButtonForm, Submit } from "#app/forms/submit.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { ACCEPTED_FILES, FILE_KIND_WORDS } from "#app/features/documents/file-kinds.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { counted } from "#app/platform/counted.ts";
import { formatShortDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { Badge, type BadgeColour } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { QueueRow } from "#app/ui/desk.tsx";
import { DataTable } from "#app/ui/list.tsx";
import { Table } from "#app/ui/table.tsx";
import { CLAIM_STATES, claimInWords, EXPENSE_KINDS, type ClaimState } from "./claims.ts";
import type { Claim } from "./claim-rows.server.ts";
import type { ClaimsPage } from "./claims-page.server.ts";
import { OfBooking } from "./pay-parts.tsx";
import type { PayPage } from "./pay-pages.server.ts";

const COLOURS: Record<ClaimState, BadgeColour> = { claimed: "yellow", approved: "green", refused: "red" };

export const claimAmount = ({ pence }: { pence: number | null }) =>
  pence === null ? "" : formatPoundsAndPence(pence);

function Receipt({ receipt }: Pick<Claim, "receipt">) {
  if (!receipt) return "None";
  if (receipt.scan === "infected") return "Deleted: it had a virus";
  if (receipt.scan === "waiting") return "Waits for the virus check";
  return <a href={`/documents/${receipt.id}`}>Receipt</a>;
}

export const ClaimWhat = ({ claim }: { claim: Claim }) => (
  <span className="wrap-anywhere">{claimInWords(claim)}</span>
);

export function ClaimStateOf({ claim: { state, reason } }: { claim: Claim }) {
  return (
    <>
      <Badge colour={COLOURS[state]}>{CLAIM_STATES[state]}</Badge>
      {reason ? <span className="note block wrap-anywhere whitespace-pre-line">{reason}</span> : null}
    </>
  );
}

/** Claims of a visit for its assessor. */
export function ClaimsTable({ claims }: Pick<ClaimsPage, "claims">) {
  const form = useStepForm({ id: "withdraw" });
  if (claims.length === 0) return null;
  return (
    <>
      <ErrorSummary form={form} />
      <Table
        caption="What you have claimed"
        columns={["What", { name: "Amount", className: "is-number" }, "Receipt", "State", "Actions"]}
        rows={claims.map((claim) => ({
          id: claim.id,
          cells: [
            <ClaimWhat claim={claim} />,
            claimAmount(claim),
            <Receipt {...claim} />,
            <ClaimStateOf claim={claim} />,
            claim.state === "claimed" ? (
              <ButtonForm
                fields={{ claim: claim.id }}
                value="withdraw"
                aria-label={`Take back ${claimInWords(claim)}`}
              >
                Take back
              </ButtonForm>
            ) : (
              "–"
            ),
          ],
        }))}
      />
    </>
  );
}

/** Asked when such a claim is there already. */
function ClaimAgain({ form }: { form: FormState<{ again: boolean }> }) {
  if (!form.errors.again && !form.values.again) return null;
  return <Checkbox field={fieldOf(form, "again")} label="Yes, claim it as well" />;
}

export function MilesCard({ milePence }: Pick<ClaimsPage, "milePence">) {
  const form = useStepForm<{ miles: string; from: string; to: string; again: boolean }>({ id: "miles" });
  if (milePence === null) return null;
  const place = (name: "from" | "to", label: string, hint: string) => (
    <TextField field={fieldOf(form, name)} label={label} hint={hint} isOptional className="input is-short" />
  );
  return (
    <Card heading="Miles">
      <StepForm form={form} autoComplete="off" enterIntent="miles">
        <TextField
          field={fieldOf(form, "miles")}
          label="Miles, there and back"
          hint={`Such as 12.4. A mile earns ${formatPoundsAndPence(milePence)}.`}
          inputMode="decimal"
          className="input is-short"
        />
        {place("from", "From", "The first half of the postcode, such as LS6")}
        {place("to", "To", "The first half of the postcode")}
        <ClaimAgain form={form} />
        <Submit intent="miles">Claim miles</Submit>
      </StepForm>
    </Card>
  );
}

export function ExpenseCard({ milePence, maxMegabytes }: Pick<ClaimsPage, "milePence" | "maxMegabytes">) {
  const form = useStepForm<Record<"kind" | "amount" | "note" | "receipt", string> & { again: boolean }>({
    id: "expense",
    saved: { kind: "parking" },
  });
  const field = fieldOf(form, "receipt");
  const hint = `A photo or a file: ${FILE_KIND_WORDS}, smaller than ${maxMegabytes}MB.`;
  return (
    <Card heading="Parking and fares">
      <StepForm form={form} encType="multipart/form-data" autoComplete="off" enterIntent={null}>
        <SelectField
          field={fieldOf(form, "kind")}
          label="What it was for"
          options={optionsOf(EXPENSE_KINDS)}
        />
        <TextField
          field={fieldOf(form, "amount")}
          label="Amount, in pounds"
          hint="Such as 6 or 6.80. Without VAT, if you are registered for VAT."
          inputMode="decimal"
          className="input is-short"
        />
        <TextArea
          field={fieldOf(form, "note")}
          label="Note"
          hint="Needed without a receipt. Please write nothing about anyone’s health."
          isOptional
          rows={2}
        />
        {/* The file arrives last. */}
        <ClaimAgain form={form} />
        <FieldShell
          field={field}
          label="Receipt"
          hint={hint}
          isWide
          control={
            <input
              type="file"
              className="input"
              id={field.id}
              name="receipt"
              accept={ACCEPTED_FILES}
              {...fieldParts(field, hint).aria}
            />
          }
        />
        <Submit look={milePence === null ? "main" : "quiet"} intent="expense">
          Claim expense
        </Submit>
      </StepForm>
    </Card>
  );
}

function DecideForm({ claim }: { claim: PayPage["claims"]["rows"][number] }) {
  const id = `claim-${claim.id}`;
  const form = useStepForm<{ reason: string }>({ id });
  const what = claimInWords(claim);
  const button = (label: string, value: "approve" | "refuse") => (
    <Button isSmall look="quiet" name="decision" value={value} aria-label={`${label} ${what}, ${claim.name}`}>
      {label}
    </Button>
  );
  return (
    <QueueRow
      icon="pound"
      title={`${claimAmount(claim) || "No rule says what a mile earns"} · ${what}`}
      detail={
        <>
          {`${claim.name} · `}
          <OfBooking line={claim} />
          {` · ${formatShortDate(claim.day)} · Receipt: `}
          <Receipt {...claim} />
        </>
      }
      action={
        <StepForm form={form} autoComplete="off" enterIntent={null}>
          <input type="hidden" name="form" value={id} />
          <input type="hidden" name="claim" value={claim.id} />
          <TextArea
            field={fieldOf(form, "reason")}
            label="Why it is refused"
            hint="Needed to refuse. The assessor reads it. Nothing about anyone’s health."
            isOptional
            rows={1}
          />
          <div className="actions">
            {button("Approve", "approve")}
            {button("Refuse", "refuse")}
          </div>
        </StepForm>
      }
    />
  );
}

/** Miles and expenses that wait for a decision. */
export function OpenClaimsCard({ claims: { rows, at, pence } }: Pick<PayPage, "claims">) {
  if (rows.length === 0) return null;
  return (
    <Card heading="Miles and expenses to approve" className="queue-card">
      <p className="note">
        {counted(at.count, "claim")}, {formatPoundsAndPence(pence)} in all. A month takes what is approved
        before it is closed; the rest waits for the next.
      </p>
      <ul>
        {rows.map((claim) => (
          <DecideForm key={claim.id} claim={claim} />
        ))}
      </ul>
      <Pages at={at} of="claims" />
    </Card>
  );
}

/** Approved ones that no statement has yet. */
export function ApprovedClaimsTable({ approved: { rows, at } }: Pick<PayPage, "approved">) {
  const form = useStepForm({ id: "reopen" });
  if (rows.length === 0) return null;
  return (
    <>
      <ErrorSummary form={form} />
      <DataTable
        className="table is-rows is-figures"
        caption="Miles and expenses that are approved"
        columns={[
          { name: "Assessor", place: "name", cell: ({ name }) => name },
          { name: "Booking", cell: (claim) => <OfBooking line={claim} /> },
          { name: "What", cell: (claim) => <ClaimWhat claim={claim} /> },
          { name: "Receipt", place: "side", cell: (claim) => <Receipt {...claim} /> },
          { name: "Amount", place: "number", cell: claimAmount },
          {
            name: "Actions",
            place: "number",
            cell: (claim) => (
              <ButtonForm
                fields={{ form: "reopen", claim: claim.id }}
                name="decision"
                value="reopen"
                aria-label={`Take back the approval of ${claimInWords(claim)}, ${claim.name}`}
              >
                Take back
              </ButtonForm>
            ),
          },
        ]}
        rows={rows}
      />
      <Pages at={at} of="approved claims" />
    </>
  );
}
