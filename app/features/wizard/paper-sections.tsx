import { CONSENTS } from "#app/features/booking/consents.ts";
import {
  GENDERS,
  PROFESSIONAL_CAPACITIES,
  RELATIONSHIPS,
  TITLES,
} from "#app/features/booking/reference-lists.ts";
import { AssessmentSection } from "./paper-assessments.tsx";
import { Box, DateBoxes, Section, Ticks } from "./paper-parts.tsx";

/** The parts of the paper form, in the order of the wizard: every field of the booking has its box. */
export function PaperSections() {
  return (
    <>
      <ReferrerSection />
      <AssessmentSection />
      <PlaceAndTimeSection />
      <ClientSection />
      <PaymentSection />
    </>
  );
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
