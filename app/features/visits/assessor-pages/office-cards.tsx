import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { formIdOfNote } from "#app/features/visits/record/note-kinds.ts";
import type {
  CannotComeSchema,
  LateSchema,
  NoteSchema,
} from "#app/features/visits/outcome/answer-office.server.ts";
import type { AssessorVisitFile } from "./open-visit.server.ts";

type OpenVisit = Extract<AssessorVisitFile, { notes: object }>;

/** The assessor tells the office that they are late, that they cannot come, or a note; with what they told before. */
export const OfficeCard = ({ visit: { notes, maySay } }: { visit: OpenVisit }) => (
  <Card heading="Tell the office" className="stack no-print">
    {notes.map(({ id, kind, words, note, at, isRead }) => (
      <div key={id}>
        {kind === "note" ? null : <strong>{words}</strong>}
        {note === "" ? null : <p className="whitespace-pre-line">{note}</p>}
        <p className="note">
          {at} <Badge colour={isRead ? "green" : "grey"}>{isRead ? "Read" : "Not read yet"}</Badge>
        </p>
      </div>
    ))}
    {maySay.late ? <LateForm /> : null}
    {maySay.cannotCome ? <CannotComeForm /> : null}
    <NoteForm />
  </Card>
);

function LateForm() {
  const form = useStepForm<typeof LateSchema>({ id: formIdOfNote("late") });
  return (
    <StepForm form={form} autoComplete="off" enterIntent="late">
      <TextField
        field={fieldOf(form, "minutes")}
        label="How many minutes late?"
        hint="The office decides whether to tell the referrer. Call as well when it is more than half an hour."
        inputMode="numeric"
      />
      <Button look="quiet" intent="late">
        Running late
      </Button>
    </StepForm>
  );
}

function CannotComeForm() {
  const form = useStepForm<typeof CannotComeSchema>({ id: formIdOfNote("cannot-come") });
  return (
    <StepForm form={form} autoComplete="off" enterIntent={null}>
      <TextArea
        field={fieldOf(form, "reason")}
        label="Why can you not come?"
        hint="The visit stays yours until the office gives it to somebody else. On the day itself, call as well."
        rows={2}
      />
      <Button look="quiet" intent="cannot-come">
        I cannot come
      </Button>
    </StepForm>
  );
}

function NoteForm() {
  const form = useStepForm<typeof NoteSchema>({ id: formIdOfNote("note") });
  return (
    <StepForm form={form} autoComplete="off" enterIntent={null}>
      <TextArea field={fieldOf(form, "note")} label="Note" isAboutPerson rows={3} />
      <Button look="quiet">Send note</Button>
    </StepForm>
  );
}
