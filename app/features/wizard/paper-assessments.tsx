import { ASSESSMENTS } from "#app/features/catalogue/catalogue.ts";
import { MULTI_ASSESSMENT_DISCOUNT_PENCE, priceText } from "#app/features/catalogue/pricing.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Box, Section, Ticks } from "./paper-parts.tsx";

export function AssessmentSection() {
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
            <td>{priceText(assessment.faceToFacePence)}</td>
            <td>{virtualPrice(assessment)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function virtualPrice(assessment: (typeof ASSESSMENTS)[number]): string {
  return assessment.hasVirtual ? priceText(assessment.virtualPence) : "Face-to-face only";
}
