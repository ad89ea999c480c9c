import { useActionData } from "react-router";
import type { FormReply } from "#app/forms/read-form.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Table } from "#app/ui/table.tsx";
import type { ProposalAnswerSchema } from "./profile-schema.ts";
import { VisitsAtStake } from "./named-visits.tsx";
import type { changesInWords } from "./proposal.ts";

/** A proposal as its pages show it. */
export type ProposalWords = { at: string; changes: ReturnType<typeof changesInWords> };

/** Present and proposed values, beside each other. */
export const ChangesTable = ({ words }: { words: ProposalWords }) => (
  <Table
    caption="Proposed changes"
    hasRowNames
    columns={["Field", "Now", "Proposed"]}
    rows={words.changes.map(({ name, label, now, proposed }) => ({
      id: name,
      cells: [label, now, <strong key={name}>{proposed}</strong>],
    }))}
  />
);

type AnswerCardProps = {
  words: ProposalWords;
  version: number;
  /** The public page of the register that the proposal is about; null without one. */
  register: { name: string; number: string | null; url: string } | null;
};

/** Staff confirm or refuse the assessor's proposal. */
export function AnswerProposalCard({ words, version, register }: AnswerCardProps) {
  const form = useStepForm<typeof ProposalAnswerSchema>({ id: "answer-form" });
  return (
    <Card heading="The assessor proposes changes" className="stack">
      <ChangesTable words={words} />
      <p className="note">Proposed {formatInstant(words.at)}. Nothing changes until you confirm.</p>
      {register ? (
        <p>
          <a href={register.url} target="_blank" rel="noreferrer">
            Look up {register.number ? `number ${register.number}` : "the assessor"}: {register.name}
          </a>{" "}
          <span className="note">(opens in a new tab)</span>
        </p>
      ) : null}
      <StepForm form={form} autoComplete="off" enterIntent={null}>
        <VersionField form={form} version={version} />
        <TextArea
          field={fieldOf(form, "note")}
          label="Note to the assessor"
          hint="Goes into the email. Needed when you refuse."
          rows={2}
        />
        <VisitsAtStake formId="answer-form" />
        <div className="actions">
          <Button intent="confirm">Confirm</Button>
          <Button look="quiet" intent="refuse">
            Refuse
          </Button>
        </div>
      </StepForm>
    </Card>
  );
}

const FORMS = ["answer-form", "withdraw-form"];

/** Tells somebody whose answer came after another one, when the form is no longer on the page; with the
 * note they wrote. */
export function TooLate({ isPending }: { isPending: boolean }) {
  const reply = useActionData<FormReply | null>();
  if (isPending || !reply || !FORMS.includes(reply.formId ?? "")) return null;
  const { note } = reply.initialValue;
  return (
    <Alert tone="bad" isLive>
      <p>{reply.summary}</p>
      {note ? <p className="whitespace-pre-line">Your note: {note}</p> : null}
    </Alert>
  );
}
