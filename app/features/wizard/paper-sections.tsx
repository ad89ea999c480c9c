import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { CONSENTS } from "#app/features/booking/consents.ts";
import {
  CLIENT_FIELDS,
  LOCATION_FIELDS,
  REFERRER_FIELDS,
  SCHEDULING_FIELDS,
  type Declared,
} from "#app/features/booking/fields.ts";
import { listFields } from "#app/features/booking/field-values.ts";
import { AssessmentSection } from "./paper-assessments.tsx";
import { Box, DateBoxes, Section, Ticks } from "./paper-parts.tsx";

export function PaperSections() {
  return (
    <>
      <FieldSection heading="1 Referrer Details (you)" group={REFERRER_FIELDS} />
      <AssessmentSection />
      <FieldSection heading="3 Location" group={LOCATION_FIELDS} />
      <FieldSection heading="4 Scheduling" group={SCHEDULING_FIELDS} />
      <FieldSection heading="5 The person to be assessed (all optional)" group={CLIENT_FIELDS} />
      <PaymentSection />
    </>
  );
}

/** What is ticked comes last, in one list. */
function FieldSection({ heading, group }: { heading: string; group: Readonly<Record<string, Declared>> }) {
  const fields = listFields(group).flatMap(({ label, paper = label, ...field }) =>
    paper === null ? [] : [{ ...field, label: paper }],
  );
  const toTick = fields.filter(({ kind }) => kind === "flag").map(({ label }) => label);
  return (
    <Section heading={heading}>
      <div className="paper-grid">
        {fields.map((field) => (
          <FieldBox key={field.name} field={field} isOnly={fields.length === 1} />
        ))}
        {toTick.length > 0 ? <Ticks label="Tick what applies" options={toTick} columns={1} /> : null}
      </div>
    </Section>
  );
}

function FieldBox({ field: { kind, label, options }, isOnly }: { field: Declared; isOnly: boolean }) {
  if (kind === "flag") return null;
  if (kind === "date") return <DateBoxes label={label} />;
  if (options) return <Ticks label={label} options={[...options]} columns={options.length === 2 ? 2 : 4} />;
  return <Box label={label} lines={kind === "lines" ? 4 : 1} wide={isOnly || kind === "lines"} />;
}

function PaymentSection() {
  return (
    <Section heading="6 Payment and consents">
      <div className="paper-grid">
        <Ticks
          label="How would you like to pay?"
          options={[
            "Pay now: we send you an invoice for the whole amount, to be paid online.",
            `Pay later: a ${currentOffer().rules.depositPercent}% deposit is due at least 7 days before the assessment, and the balance on the day. Payment is due within 30 days of the assessment, and an invoice will be sent.`,
          ]}
          columns={1}
        />
        <Ticks
          label="Consents (all are optional)"
          options={CONSENTS.map((consent) => consent.wording)}
          columns={1}
        />
        <Box label="Signature" />
        <DateBoxes label="Date" />
      </div>
    </Section>
  );
}
