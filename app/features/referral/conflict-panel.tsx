import type { ConflictView } from "./conflict.server.ts";
import { CHOICE_PREFIX, CONFLICT_ID } from "./section-form.ts";

/** Takes the focus when a page loads with a conflict, not when one appears during typing. */
export function ConflictPanel({ conflict }: { conflict: ConflictView }) {
  return (
    <div className="alert is-warning my-6" role="alert" id={CONFLICT_ID} tabIndex={-1} autoFocus>
      <h2>Somebody else changed this section at {conflict.savedAt}</h2>
      <p>
        It may have been you, in another window. Nothing is overwritten: both texts are here. Choose which one
        to keep, then press Save.
      </p>
      {conflict.fields.map((field) => {
        const name = CHOICE_PREFIX + field.name;
        return (
          <fieldset key={field.name} className="mt-4">
            <legend>{field.label}</legend>
            <div className="grid gap-3 md:grid-cols-2">
              <Choice
                name={name}
                value="saved"
                label="Keep the saved text"
                text={field.saved}
                isChosen={field.isSavedLikelier}
              />
              <Choice
                name={name}
                value="mine"
                label="Keep what I have below"
                text={field.mine}
                isChosen={!field.isSavedLikelier}
              />
            </div>
          </fieldset>
        );
      })}
    </div>
  );
}

type ChoiceProps = { name: string; value: string; label: string; text: string; isChosen: boolean };

function Choice({ name, value, label, text, isChosen }: ChoiceProps) {
  const id = `${name}-${value}`;
  return (
    <div className="card text-ink">
      <div className="option">
        <input type="radio" id={id} name={name} value={value} defaultChecked={isChosen} />
        <label htmlFor={id}>{label}</label>
      </div>
      <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
        {text || "(empty)"}
      </p>
    </div>
  );
}
