import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { priceText } from "#app/features/catalogue/pricing.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Table } from "#app/ui/table.tsx";
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
      <Discount />
      <div className="paper-grid">
        <Box label="If you ticked Other: what is needed? (at most 100 words)" lines={4} wide />
      </div>
    </Section>
  );
}

function Discount() {
  const { discountPence, discountModes } = currentOffer();
  if (discountPence === 0 || discountModes.length === 0) return null;
  const isForOneMode = discountModes.length === 1;
  const mode = isForOneMode ? (discountModes[0] === "virtual" ? "Virtual, " : "Face-to-face, ") : "";
  return (
    <p>
      {mode}
      {formatPounds(discountPence)} is taken off for each priced assessment after the first.
    </p>
  );
}

function AssessmentTable() {
  const { assessments, vatSentence } = currentOffer();
  return (
    <Table
      className="paper-table"
      caption={`Tick each assessment that is needed. ${vatSentence}`}
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
  );
}
