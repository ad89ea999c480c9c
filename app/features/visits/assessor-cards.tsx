import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import type { AssessorVisitFile } from "./open-visit.server.ts";
import type { NoteSchema } from "./outcome-schema.ts";

export const NOTE_FORM = "note-form";

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

/** The assessor's notes to the office, and the form of the next one. */
export function NoteCard({ notes }: Pick<OpenVisit, "notes">) {
  const form = useStepForm<typeof NoteSchema>({ id: NOTE_FORM });
  return (
    <Card heading="Note to the office" className="stack no-print">
      {notes.map(({ id, note, at }) => (
        <div key={id}>
          <p className="whitespace-pre-line">{note}</p>
          <p className="note">{at}</p>
        </div>
      ))}
      <StepForm form={form} autoComplete="off">
        <TextArea field={fieldOf(form, "note")} label="Note" isAboutPerson rows={3} />
        <div className="actions">
          <Button look="quiet">Send note</Button>
        </div>
      </StepForm>
    </Card>
  );
}
