import { Checkbox, optionsOf, SelectField } from "#app/forms/choice-fields.tsx";
import { FieldShell, fieldParts } from "#app/forms/field.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { ErrorSummary, StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { ACCEPTED_FILES, FILE_KIND_WORDS } from "#app/features/documents/file-kinds.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { Badge, type BadgeColour } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { QueueRow } from "#app/ui/desk.tsx";
import { Table } from "#app/ui/table.tsx";
import { EXPENSE_KINDS, type ClaimState } from "./claims.ts";
import type { ClaimForPage, ClaimsPage } from "./claims-page.server.ts";
import { OfBooking } from "./pay-parts.tsx";
import type { PayPage } from "./pay-pages.server.ts";

const COLOURS: Record<ClaimState, BadgeColour> = { claimed: "yellow", approved: "green", refused: "red" };

function Receipt({ claim: { receipt } }: { claim: ClaimForPage }) {
  if (!receipt) return "None";
  if (receipt.scan === "infected") return "Deleted: it had a virus";
  if (receipt.scan === "waiting") return "Waits for the virus check";
  return <a href={`/documents/${receipt.id}`}>Receipt</a>;
}

export function ClaimStateOf({ claim: { state, stateWords, reason } }: { claim: ClaimForPage }) {
  return (
    <>
      <Badge colour={COLOURS[state]}>{stateWords}</Badge>
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
            <span className="wrap-anywhere">{claim.what}</span>,
            claim.amount,
            <Receipt claim={claim} />,
            <ClaimStateOf claim={claim} />,
            claim.state === "claimed" ? (
              <PostForm>
                <input type="hidden" name="claim" value={claim.id} />
                <Button
                  look="quiet"
                  isSmall
                  name="intent"
                  value="withdraw"
                  aria-label={`Take back ${claim.what}`}
                >
                  Take back
                </Button>
              </PostForm>
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

export function MilesCard({ mile }: Pick<ClaimsPage, "mile">) {
  const form = useStepForm<{ miles: string; from: string; to: string; again: boolean }>({ id: "miles" });
  if (mile === null) return null;
  return (
    <Card heading="Miles">
      <StepForm form={form} autoComplete="off" enterIntent="miles">
        <TextField
          field={fieldOf(form, "miles")}
          label="Miles, there and back"
          hint={`Such as 12.4. A mile earns ${mile}.`}
          inputMode="decimal"
          className="input is-short"
        />
        <TextField
          field={fieldOf(form, "from")}
          label="From"
          hint="The first half of the postcode, such as LS6"
          isOptional
          className="input is-short"
        />
        <TextField
          field={fieldOf(form, "to")}
          label="To"
          hint="The first half of the postcode"
          isOptional
          className="input is-short"
        />
        <ClaimAgain form={form} />
        <div className="actions">
          <Button name="intent" value="miles">
            Claim miles
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}

export function ExpenseCard({ mile, maxMegabytes }: Pick<ClaimsPage, "mile" | "maxMegabytes">) {
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
        <div className="actions">
          <Button look={mile === null ? "main" : "quiet"} name="intent" value="expense">
            Claim expense
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}

type OfPay = PayPage["claims"][number];

function DecideForm({ claim }: { claim: OfPay }) {
  const id = `claim-${claim.id}`;
  const form = useStepForm<{ reason: string }>({ id });
  return (
    <QueueRow
      icon="pound"
      title={`${claim.amount || "No rule says what a mile earns"} · ${claim.what}`}
      detail={
        <>
          {`${claim.name} · `}
          <OfBooking line={claim} />
          {` · ${claim.day} · Receipt: `}
          <Receipt claim={claim} />
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
            <Button
              isSmall
              look="quiet"
              name="decision"
              value="approve"
              aria-label={`Approve ${claim.what}, ${claim.name}`}
            >
              Approve
            </Button>
            <Button
              isSmall
              look="quiet"
              name="decision"
              value="refuse"
              aria-label={`Refuse ${claim.what}, ${claim.name}`}
            >
              Refuse
            </Button>
          </div>
        </StepForm>
      }
    />
  );
}

/** Miles and expenses that wait for a decision. */
export function OpenClaimsCard({ claims, claimsTotal, at }: Pick<PayPage, "claims" | "claimsTotal" | "at">) {
  if (claims.length === 0) return null;
  return (
    <Card heading="Miles and expenses to approve" className="queue-card">
      <p className="note">
        {at.claims.count} {at.claims.count === 1 ? "claim" : "claims"}, {claimsTotal} in all. A month takes
        what is approved before it is closed; the rest waits for the next.
      </p>
      <ul>
        {claims.map((claim) => (
          <DecideForm key={claim.id} claim={claim} />
        ))}
      </ul>
      <Pages at={at.claims} of="claims" />
    </Card>
  );
}

/** Approved ones that no statement has yet. */
export function ApprovedClaimsTable({ approved, at }: Pick<PayPage, "approved" | "at">) {
  const form = useStepForm({ id: "reopen" });
  if (approved.length === 0) return null;
  return (
    <>
      <ErrorSummary form={form} />
      <Table
        className="table is-rows is-figures"
        caption="Miles and expenses that are approved"
        columns={[
          { name: "Assessor", className: "is-name" },
          ...["Booking", "What"],
          { name: "Receipt", className: "is-side" },
          { name: "Amount", className: "is-number is-side" },
          { name: "Actions", className: "is-number is-side" },
        ]}
        rows={approved.map((claim) => ({
          id: claim.id,
          cells: [
            claim.name,
            <OfBooking line={claim} />,
            <span className="wrap-anywhere">{claim.what}</span>,
            <Receipt claim={claim} />,
            claim.amount,
            <PostForm>
              <input type="hidden" name="form" value="reopen" />
              <input type="hidden" name="claim" value={claim.id} />
              <Button
                look="quiet"
                isSmall
                name="decision"
                value="reopen"
                aria-label={`Take back the approval of ${claim.what}, ${claim.name}`}
              >
                Take back
              </Button>
            </PostForm>,
          ],
        }))}
      />
      <Pages at={at.approved} of="approved claims" />
    </>
  );
}
