import type { ReactNode } from "react";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import type { AutosaveState, ConflictView } from "./autosave.ts";
import { CHOICE_PREFIX, CONFLICT_ID, SEEN, VERSION } from "./posted-section.ts";
import type { SectionData } from "./sections.server.ts";
import { useSectionAutosave } from "./use-section-autosave.ts";

/** The form of a section with the id `id`, which saves itself at `autosaveUrl` as one types. Its page has the key
 * `version` and `conflict.version`, so that it is drawn anew with what was saved. */
export function useSection(
  id: string,
  autosaveUrl: string,
  page: SectionData & { conflict: ConflictView | null },
) {
  const form = useStepForm<Record<string, never>>({ id, saved: page.values, toastTitle: null });
  return { page, form, ...useSectionAutosave(id, autosaveUrl, page) };
}

type SectionFormProps = {
  section: ReturnType<typeof useSection>;
  /** Who reads the page, and what about: unsaved text is kept for them alone. */
  owner: string;
  /** The form's buttons. */
  actions: ReactNode;
  enterIntent?: string;
  /** The fields. */
  children: ReactNode;
};

export function SectionForm({ section, owner, actions, enterIntent, children }: SectionFormProps) {
  const { page, form, state, onInput, onSubmit } = section;
  return (
    <StepForm
      form={form}
      autoComplete="off"
      encType="multipart/form-data"
      inert={state.kind === "saving" && state.conflict !== null}
      data-owner={owner}
      onInput={onInput}
      onSubmit={onSubmit}
      enterIntent={enterIntent}
    >
      <SectionBase base={page} conflict={page.conflict} shown={state.conflict} />
      {children}
      <SaveStatus state={state} lastSaved={page.lastSaved} />
      {actions}
    </StepForm>
  );
}

type SectionBaseProps = {
  base: Pick<SectionData, "version" | "seen">;
  conflict: ConflictView | null;
  /** The conflict that its reader has to decide. */
  shown: ConflictView | null;
};

/** The controls that say what a form is based on, and the conflict of its save. */
export function SectionBase({ base, conflict, shown }: SectionBaseProps) {
  return (
    <>
      <input type="hidden" name={VERSION} defaultValue={conflict?.version ?? base.version} />
      <input type="hidden" name={SEEN} defaultValue={base.seen} />
      {shown ? <ConflictPanel conflict={shown} /> : null}
    </>
  );
}

const ENDED =
  "your access has ended. Please sign in, or open the newest link from your email, in another tab.";

export function SaveStatus({ state, lastSaved }: { state: AutosaveState; lastSaved: string | null }) {
  const { kind, conflict, version, savedAt, message } = state;
  const failed = version > 0 ? "Failed to update form" : "Failed to create form";
  const trying = conflict ? ": please press the button again." : ", and we keep trying.";
  const kept = `What you typed is kept on this page${trying}`;
  const texts: Record<AutosaveState["kind"], string | null | undefined> = {
    idle: lastSaved,
    edited: "Not saved yet",
    restored: "We brought back what was not saved yet.",
    saving: "Saving...",
    saved: `Saved at ${savedAt}`,
    refused: message,
    offline: `You seem to be offline. ${kept}`,
    denied: `${failed}: ${ENDED} ${kept}`,
    failed: `${failed}. ${kept}`,
    conflict: "Not saved: somebody else changed this section. Both texts are at the top of the form.",
  };
  const isGood = ["idle", "edited", "restored", "saving", "saved"].includes(kind);
  return (
    <p role="status" className={isGood ? "save-status" : "save-status is-bad"}>
      {texts[kind]}
    </p>
  );
}

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
