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
      {conflict.fields.map(({ name, label, saved, mine, isSavedLikelier }) => (
        <fieldset key={name} className="mt-4">
          <legend>{label}</legend>
          <div className="grid gap-3 md:grid-cols-2">
            <Choice name={name} value="saved" text={saved} isChosen={isSavedLikelier}>
              Keep the saved text
            </Choice>
            <Choice name={name} value="mine" text={mine} isChosen={!isSavedLikelier}>
              Keep what I have below
            </Choice>
          </div>
        </fieldset>
      ))}
    </div>
  );
}

type ChoiceProps = { name: string; value: string; text: string; isChosen: boolean; children: string };

function Choice({ name, value, text, isChosen, children }: ChoiceProps) {
  const control = CHOICE_PREFIX + name;
  const id = `${control}-${value}`;
  return (
    <div className="card text-ink">
      <div className="option">
        <input type="radio" id={id} name={control} value={value} defaultChecked={isChosen} />
        <label htmlFor={id}>{children}</label>
      </div>
      <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
        {text || "(empty)"}
      </p>
    </div>
  );
}
