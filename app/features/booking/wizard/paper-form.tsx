import { useEffect } from "react";
import { ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import { MULTI_ASSESSMENT_DISCOUNT_PENCE } from "#app/features/catalogue/pricing.ts";
import { pageTitle } from "#app/forms/step-form.tsx";
import { formatPounds } from "#app/platform/money.ts";
import { Button } from "#app/ui/button.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { CONSENTS } from "#app/features/booking/consents.ts";
import paperStyles from "./paper-form.css?url";
import { Box, DateBoxes, Section, Ticks } from "./paper-parts.tsx";
import {
  GENDERS,
  PROFESSIONAL_CAPACITIES,
  RELATIONSHIPS,
  TITLES,
} from "#app/features/booking/reference-lists.ts";
import { WhoAssesses } from "#app/features/booking/pages/who-assesses.tsx";

function AssessmentTable() {
  return (
    <table className="paper-table">
      <caption>Tick each assessment that is needed. Prices include VAT.</caption>
      <thead>
        <tr>
          <th scope="col">Assessment</th>
          <th scope="col">Face-to-Face</th>
          <th scope="col">Virtual</th>
        </tr>
      </thead>
      <tbody>
        {ASSESSMENTS.map((assessment) => (
          <tr key={assessment.id}>
            <th scope="row">
              <i className="paper-tick" aria-hidden="true" /> {assessment.name}
            </th>
            <td>
              {assessment.faceToFacePence === null
                ? "Price on request"
                : formatPounds(assessment.faceToFacePence)}
            </td>
            <td>{virtualPrice(assessment)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function virtualPrice(assessment: (typeof ASSESSMENTS)[number]): string {
  if (assessment.virtualPence !== null) return formatPounds(assessment.virtualPence);
  return assessment.hasVirtual ? "Price on request" : "Face-to-face only";
}

function ReferrerSection() {
  return (
    <Section heading="1 Referrer Details (you)">
      <div className="paper-grid">
        <Box label="First name" />
        <Box label="Last name" />
        <Box label="Email" />
        <Box label="Phone (country code, if not +44)" />
        <Ticks label="Relationship to the person to be assessed" options={[...RELATIONSHIPS]} />
        <Ticks label="In what capacity do you act?" options={[...PROFESSIONAL_CAPACITIES]} columns={2} />
        <Box label="Your role (if Other or Other Professional)" />
        <Box label="Company or organisation (if any)" />
      </div>
    </Section>
  );
}

function AssessmentSection() {
  return (
    <Section heading="2 Assessment Selection">
      <div className="paper-grid">
        <Ticks
          label="How should the assessment be done?"
          options={["Face-to-Face", "Virtual (where available)"]}
          columns={2}
        />
      </div>
      <AssessmentTable />
      <p>
        Face-to-face, {formatPounds(MULTI_ASSESSMENT_DISCOUNT_PENCE)} is taken off for each priced assessment
        after the first.
      </p>
      <div className="paper-grid">
        <Box label="If you ticked Other: what is needed? (at most 100 words)" lines={4} wide />
      </div>
    </Section>
  );
}

function PlaceAndTimeSection() {
  return (
    <>
      <Section heading="3 Location">
        <div className="paper-grid">
          <Box label="Town, city or postcode (not needed for a virtual assessment)" wide />
        </div>
      </Section>
      <Section heading="4 Scheduling">
        <div className="paper-grid">
          <DateBoxes label="Preferred date, at least 7 days ahead" />
          <Ticks
            label="Tick what applies"
            options={[
              "Weekends are possible too",
              "Urgent: I would prefer an earlier date (within 7 days; additional fees may apply)",
            ]}
            columns={1}
          />
        </div>
      </Section>
    </>
  );
}

function ClientSection() {
  return (
    <Section heading="5 The person to be assessed (all optional)">
      <div className="paper-grid">
        <Ticks label="Title" options={[...TITLES]} />
        <Box label="First name" />
        <Box label="Last name" />
        <Ticks label="Gender" options={[...GENDERS]} />
        <Box label="Gender, if Other" />
        <DateBoxes label="Date of birth" />
        <Box label="Phone (country code, if not +44)" />
        <Box label="Address line 1" />
        <Box label="Address line 2" />
        <Box label="Town or city" />
        <Box label="Postcode" />
      </div>
    </Section>
  );
}

function PaymentSection() {
  return (
    <Section heading="6 Payment and consents">
      <div className="paper-grid">
        <Ticks
          label="How would you like to pay?"
          options={[
            "Pay now: we send you an invoice for the whole amount, to be paid online.",
            "Pay later: a 50% deposit is due at least 7 days before the assessment, and the balance on the day. Payment is due within 30 days of the assessment, and an invoice will be sent.",
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

/** Prints at once when the booking page opened it for that (SPEC section 2 "Alternative Booking Methods"). */
function usePrintWhenOpened(): void {
  useEffect(() => {
    if (window.opener) window.print();
  }, []);
}

/** The blank booking form on paper: at most three pages of A4, with every field of the booking. */
export function PaperForm({ site }: { site: { name: string; phone: string; email: string } }) {
  usePrintWhenOpened();
  return (
    <>
      <title>{pageTitle("Booking form", site.name)}</title>
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
          {site.phone} and we fill it in with you. We will be in touch within 24 hours of receiving it.
        </p>
        <ReferrerSection />
        <AssessmentSection />
        <PlaceAndTimeSection />
        <ClientSection />
        <PaymentSection />
        <WhoAssesses />
        <p>Travel fees may apply outside our standard coverage area.</p>
      </article>
    </>
  );
}
