import {
  findAssessment,
  type Assessment,
  type AssessmentId,
  type SeedAssessmentId,
} from "#app/features/catalogue/catalogue.ts";
import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import { priceText } from "#app/features/catalogue/pricing.ts";
import { Card } from "#app/ui/card.tsx";

/** Null for an assessment of the practice's own: its description explains it. */
const explanationOf = (id: AssessmentId) =>
  Object.hasOwn(EXPLANATIONS, id) ? EXPLANATIONS[id as SeedAssessmentId] : null;

/** One card for all assessments of the same legal test. */
export function AssessmentCards({ ids }: { ids: readonly AssessmentId[] }) {
  const testOf = (id: AssessmentId) => explanationOf(id)?.needsToHear ?? id;
  const tests = [...new Set(ids.map(testOf))];
  return tests.map((test, index) => (
    <AssessmentCard key={index} ids={ids.filter((id) => testOf(id) === test)} />
  ));
}

function pricesText({ isPriceOnRequest, faceToFacePence, virtualPence }: Assessment): string {
  if (isPriceOnRequest) return priceText(null);
  return virtualPence === null
    ? `Face-to-face ${priceText(faceToFacePence)}; not available as a video call`
    : `Face-to-face ${priceText(faceToFacePence)}, virtual ${priceText(virtualPence)}`;
}

function AssessmentCard({ ids }: { ids: readonly AssessmentId[] }) {
  const explanation = explanationOf(ids[0]!);
  return (
    <Card>
      {ids.map((id) => {
        const assessment = findAssessment(id)!;
        return (
          <div key={id} className="mb-3">
            <h2>{assessment.name}</h2>
            <p className="whitespace-pre-line">{explanationOf(id)?.why ?? assessment.description}</p>
            <p className="font-semibold">{pricesText(assessment)}</p>
          </div>
        );
      })}
      {explanation ? (
        <>
          <h3>The legal test</h3>
          <p>{explanation.test}</p>
          <h3 className="mt-3">What the assessor will need to hear</h3>
          <ul className="list-disc pl-5">
            {explanation.needsToHear.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : null}
    </Card>
  );
}
