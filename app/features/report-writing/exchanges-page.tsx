import { Link } from "react-router";
import { optionsOf, RadioGroup } from "#app/forms/choice-fields.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextArea, TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm, type FormState } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { ExchangeChangeSchema, TypedExchange } from "./exchange-schema.ts";
import { ADD_FORM, CHANGE_FORM, SPEAKERS, type Exchange } from "./exchange.ts";
import type { QueueState } from "./exchange-queue.ts";
import { useExchangeQueue } from "./use-exchange-queue.ts";

export type ListedExchange = Exchange & { version: number };

function ExchangeFields({ form }: { form: FormState<TypedExchange> }) {
  return (
    <>
      <RadioGroup field={fieldOf(form, "speaker")} label="Who spoke?" options={optionsOf(SPEAKERS)} />
      <TextArea
        field={fieldOf(form, "text")}
        label="The words, or what you saw"
        isAboutPerson
        rows={3}
        dir="auto"
      />
      <TextField
        field={fieldOf(form, "at")}
        label="Time"
        isOptional
        hint="Such as 10:05 or 1005"
        inputMode="numeric"
      />
    </>
  );
}

/** Adds exchanges. With scripts each waits in the tab until the server has it. */
export function AddExchange({ visitId, reader }: { visitId: string; reader: string }) {
  const form = useStepForm<TypedExchange>({ id: ADD_FORM, saved: { speaker: "person" } });
  const { state, remove, onSubmit } = useExchangeQueue(
    `/assessor/visits/${visitId}/exchanges/keep`,
    `${reader} ${visitId}`,
  );
  return (
    <Card heading="Add what was said" className="stack no-print">
      <StepForm form={form} autoComplete="off" enterIntent={null} onSubmit={onSubmit}>
        <ExchangeFields form={form} />
        <div className="actions">
          <Button>Add</Button>
        </div>
      </StepForm>
      <Waiting state={state} remove={remove} />
    </Card>
  );
}

const STATUS: Record<QueueState["status"], string> = {
  idle: "",
  sending: "Saving...",
  offline:
    "You seem to be offline. What you added is kept in this tab, and is sent when the line is back. Leave the tab open.",
  denied:
    "Your access has ended. What you added is kept in this tab: please sign in, in another tab, and it is sent from here.",
  failed: "Something went wrong. What you added is kept in this tab, and we keep trying.",
};

function Waiting({
  state: { waiting, status },
  remove,
}: {
  state: QueueState;
  remove: (key: string) => void;
}) {
  return (
    <>
      <p role="status" className="note">
        {STATUS[status]}
      </p>
      {waiting.length > 0 ? (
        <ul aria-label="Not sent yet" className="stack">
          {waiting.map(({ key, text, message }) => (
            <li key={key}>
              <p className="wrap-anywhere whitespace-pre-line" dir="auto">
                {text}
              </p>
              <p className="note">{message ?? "Not sent yet"}</p>
              {message ? (
                <Button look="quiet" type="button" onClick={() => remove(key)}>
                  Remove
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** The exchanges in their order; the one that is `changing` has a form. */
export function ExchangeList({
  exchanges,
  changing,
  page,
}: {
  exchanges: readonly ListedExchange[];
  changing: string | null;
  page: string;
}) {
  if (exchanges.length === 0) return <p>Nothing is written down yet.</p>;
  return (
    <ol className="stack" aria-label="What was said">
      {exchanges.map((exchange) => (
        <li key={exchange.id} id={`exchange-${exchange.number}`}>
          <p>
            <strong>
              {exchange.number}. {SPEAKERS[exchange.speaker]}
            </strong>{" "}
            {exchange.at ? <span className="note">{exchange.at}</span> : null}
          </p>
          <p className="wrap-anywhere whitespace-pre-line" dir="auto">
            {exchange.text}
          </p>
          {exchange.id === changing ? (
            <ChangeExchange key={exchange.version} exchange={exchange} page={page} />
          ) : (
            <p className="no-print">
              <Link to={`${page}?change=${exchange.id}#exchange-${exchange.number}`} preventScrollReset>
                Change<span className="sr-only"> exchange {exchange.number}</span>
              </Link>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function ChangeExchange({ exchange, page }: { exchange: ListedExchange; page: string }) {
  const { id, speaker, text, at, version } = exchange;
  const form = useStepForm<typeof ExchangeChangeSchema>({ id: CHANGE_FORM, saved: { speaker, text, at } });
  return (
    <Card heading={`Change exchange ${exchange.number}`} className="no-print">
      <StepForm form={form} autoComplete="off" enterIntent="change">
        <input type="hidden" name="exchangeId" value={id} />
        <VersionField form={form} version={version} />
        <ExchangeFields form={form} />
        <div className="actions">
          <Button intent="change">Save</Button>
          <Button look="quiet" intent="delete">
            Delete
          </Button>
          <Link to={page}>Cancel</Link>
        </div>
      </StepForm>
    </Card>
  );
}

export function RestrictedNote() {
  return (
    <Alert tone="warning">
      <p>The use of this person’s data is restricted for now. Call the office.</p>
    </Alert>
  );
}
