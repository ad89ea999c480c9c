import { promiseText, currentOffer } from "#app/features/catalogue/catalogue.ts";
import { Fragment, useEffect, type ReactNode } from "react";
import { PageTitle } from "#app/ui/page-title.tsx";
import { Button } from "#app/ui/button.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import paperStyles from "./paper-form.css?url";
import { useSite } from "#app/ui/frame-parts.tsx";
import { WhoAssesses } from "#app/features/catalogue/who-assesses.tsx";
import { CONSENTS, START_REQUEST_WORDING } from "#app/features/booking/fields/consents.ts";
import { CLIENT_FIELDS, STEP_FIELDS, type Declared } from "#app/features/booking/fields/fields.ts";
import { boxNumbers, paperFields } from "#app/features/booking/fields/box-numbers.ts";
import { BoxNumber, BoxNumbers } from "#app/forms/box-number.tsx";
import { payLaterWords, priceText, travelFeeText } from "#app/features/catalogue/pricing.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Table } from "#app/ui/table.tsx";

/** At most three pages of A4. */
export function PaperForm() {
  const site = useSite();
  useEffect(() => {
    if (window.opener) window.print();
  }, []);
  return (
    <>
      <PageTitle title="Booking form" />
      <link rel="stylesheet" href={paperStyles} precedence="default" />
      <div className="paper-bar no-print">
        <PrintButton>Print / Save as PDF</PrintButton>
        <form method="get" action="/booking">
          <Button
            look="quiet"
            onClick={(event) => {
              if (!window.opener) return;
              event.preventDefault();
              window.close();
            }}
          >
            Close
          </Button>
        </form>
      </div>
      <article className="paper">
        <h1>Booking form: mental capacity assessment</h1>
        <p>
          {site.name}. Please write clearly, in block capitals. Send the form to {site.email}, or call{" "}
          {site.phone} and we fill it in with you. We will be in touch within {promiseText()} of receiving it.
        </p>
        {site.details ? <p>{site.details.join(" · ")}</p> : null}
        <BoxNumbers value={boxNumbers()}>
          <FieldSection heading="1 Referrer Details (you)" group={STEP_FIELDS.referrer} />
          <AssessmentSection />
          <FieldSection heading="3 Location" group={STEP_FIELDS.location} />
          <FieldSection heading="4 Scheduling" group={STEP_FIELDS.scheduling} />
          <FieldSection heading="5 The person to be assessed (all optional)" group={CLIENT_FIELDS} />
          <Section heading="6 Payment and consents">
            <div className="paper-grid">
              <Ticks
                name="paymentMethod"
                label="How would you like to pay?"
                options={[
                  "Pay now: we send you an invoice for the whole amount, to be paid online.",
                  `Pay later: ${payLaterWords(currentOffer().rules.depositPercent)}. Payment is due within 30 days of the assessment, and an invoice will be sent.`,
                ]}
                columns={1}
              />
              <Ticks
                name="consents"
                label="Consents (all are optional)"
                options={[
                  ...CONSENTS.map((consent) => consent.wording),
                  `Only if you book as a private person: ${START_REQUEST_WORDING}`,
                ]}
                columns={1}
              />
              <Box label="Signature" />
              <DateBoxes label="Date" />
            </div>
          </Section>
        </BoxNumbers>
        <WhoAssesses />
        <p>{travelFeeText()}</p>
      </article>
    </>
  );
}

function AssessmentSection() {
  const { assessments, vatSentence, discountPence, discountModes } = currentOffer();
  const onlyMode = discountModes[0] === "virtual" ? "Virtual, " : "Face-to-face, ";
  return (
    <Section heading="2 Assessment Selection">
      <div className="paper-grid">
        <Ticks
          name="showVirtualPricing"
          label="How should the assessment be done?"
          options={["Face-to-Face", "Virtual (where available)"]}
          columns={2}
        />
      </div>
      <Table
        className="paper-table"
        caption={
          <>
            <BoxNumber name="selectedAssessments" />
            Tick each assessment that is needed. {vatSentence}
          </>
        }
        hasRowNames
        columns={["Assessment", "Face-to-Face", "Virtual"]}
        rows={assessments.map((assessment) => ({
          id: assessment.id,
          cells: [
            <>
              <i className="paper-tick" aria-hidden="true" /> {assessment.name}
            </>,
            priceText(assessment.faceToFacePence),
            assessment.hasVirtual ? priceText(assessment.virtualPence) : "Face-to-face only",
          ],
        }))}
      />
      {discountPence > 0 && discountModes.length > 0 ? (
        <p>
          {discountModes.length === 1 ? onlyMode : ""}
          {formatPounds(discountPence)} is taken off for each priced assessment after the first.
        </p>
      ) : null}
      <div className="paper-grid">
        <Box
          name="otherAssessmentDetails"
          label="If you ticked Other: what is needed? (at most 100 words)"
          lines={4}
          wide
        />
      </div>
    </Section>
  );
}

/** Tick boxes come last, in one list. */
function FieldSection({ heading, group }: { heading: string; group: Readonly<Record<string, Declared>> }) {
  const fields = paperFields(group);
  const toTick = fields.filter(({ kind }) => kind === "flag");
  return (
    <Section heading={heading}>
      <div className="paper-grid">
        {fields.map((field) => (
          <FieldBox key={field.name} field={field} isOnly={fields.length === 1} />
        ))}
        {toTick.length > 0 ? (
          <Ticks
            label="Tick what applies"
            options={toTick.map(({ name, label }) => (
              <Fragment key={name}>
                <BoxNumber name={name} />
                {label}
              </Fragment>
            ))}
            columns={1}
          />
        ) : null}
      </div>
    </Section>
  );
}

type FieldBoxProps = { field: Declared & { name: string }; isOnly: boolean };

function FieldBox({ field: { kind, name, label, options }, isOnly }: FieldBoxProps) {
  if (kind === "flag") return null;
  if (kind === "date") return <DateBoxes name={name} label={label} />;
  if (options)
    return <Ticks name={name} label={label} options={options} columns={options.length === 2 ? 2 : 4} />;
  return <Box name={name} label={label} lines={kind === "lines" ? 4 : 1} wide={isOnly || kind === "lines"} />;
}

type BoxProps = { name?: string; label: string; lines?: number; wide?: boolean };

function Label({ name, label }: Pick<BoxProps, "name" | "label">) {
  return (
    <span>
      {name ? <BoxNumber name={name} /> : null}
      {label}
    </span>
  );
}

function Box({ name, label, lines = 1, wide = false }: BoxProps) {
  return (
    <div className={wide ? "paper-field is-wide" : "paper-field"}>
      <Label name={name} label={label} />
      <div className={lines > 1 ? "paper-box is-tall" : "paper-box"} />
    </div>
  );
}

function DateBoxes({ name, label }: Pick<BoxProps, "name" | "label">) {
  return (
    <div className="paper-field">
      <Label name={name} label={`${label} (day, month, year)`} />
      <div className="paper-digits" aria-hidden="true">
        {[..."DDMMYYYY"].map((letter, index) => (
          <b key={index}>{letter}</b>
        ))}
      </div>
    </div>
  );
}

type TicksProps = { name?: string; label: string; options: readonly ReactNode[]; columns: 1 | 2 | 4 };

function Ticks({ name, label, options, columns }: TicksProps) {
  return (
    <div className="paper-field is-wide">
      <Label name={name} label={label} />
      <ul className={`paper-ticks in-${columns}`}>
        {options.map((option, index) => (
          <li key={index}>{option}</li>
        ))}
      </ul>
    </div>
  );
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="paper-section">
      <h2>{heading}</h2>
      {children}
    </section>
  );
}
