import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import type { AssessorVisitFile } from "./open-visit.server.ts";

type OpenVisit = Extract<AssessorVisitFile, { notes: object }>;

/** The report of a visit that has begun, or the button that leads to its form. */
export function OutcomeCard({ visit: { id, hasBegun, outcome } }: { visit: OpenVisit }) {
  if (!hasBegun && !outcome) return null;
  return (
    <Card heading="Outcome" className="stack">
      {outcome ? (
        <Facts
          rows={outcome.map(([name, value]) => [name, <span className="whitespace-pre-line">{value}</span>])}
        />
      ) : null}
      <p className="no-print">
        <ButtonLink look={outcome ? "quiet" : "main"} to={`/assessor/visits/${id}/outcome`}>
          {outcome ? "Correct outcome" : "Record outcome"}
        </ButtonLink>
      </p>
    </Card>
  );
}
