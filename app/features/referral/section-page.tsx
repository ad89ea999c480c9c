import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import type { AutosaveState, ConflictView } from "./autosave.ts";
import { minutesFor, stepPath, type TaskStep } from "./journey.ts";
import { ReferralPage, StepButtons, type ReferralBooking } from "./referral-page.tsx";
import type { SectionPageData } from "./section-page.server.ts";
import { CHOICE_PREFIX, CONFLICT_ID, SEEN, VERSION } from "./section-form.ts";
import { SectionFields } from "./section-fields.tsx";
import { SECTIONS, type SectionKey } from "#app/features/referral/sections/sections.ts";
import { useSectionAutosave } from "./use-section-autosave.ts";
import { useEffect } from "react";

const PRINTED = "printed-value";

/** Boxes whose text may be longer than they are; the parts of a date and a telephone number are not. */
const BOXES = ".field > .input:is(textarea, [type=text], [type=email])";

type Box = HTMLInputElement | HTMLTextAreaElement;

/** A text that its box cuts on the screen is whole on paper: referral.css shows this one in place of the box. */
function addPrintedValues(): void {
  removePrintedValues();
  for (const box of document.querySelectorAll<Box>(BOXES)) {
    if (box.value === "") continue;
    const text = document.createElement("p");
    text.className = PRINTED;
    text.textContent = box.value;
    box.after(text);
  }
}

function removePrintedValues(): void {
  for (const text of document.querySelectorAll(`.${PRINTED}`)) text.remove();
}

/** Prints what was typed into this page whole, by the browser's own command too. */
function usePrintedValues(): void {
  useEffect(() => {
    const page = new AbortController();
    addEventListener("beforeprint", addPrintedValues, page);
    addEventListener("afterprint", removePrintedValues, page);
    return () => page.abort();
  }, []);
}

type SectionPageProps = SectionPageData & {
  booking: ReferralBooking;
  /** Who reads the page: unsaved text is kept for them alone. */
  reader: string;
  section: SectionKey;
  steps: TaskStep[];
  optional: TaskStep[];
  conflict: ConflictView | null;
};

const ABOUT_THE_ANSWERS =
  "Your answers tell the assessor what to prepare for the visit. Leave open what you do not know: you can come back to it. Questions still open have a dotted line beside them.";

export function SectionPage(props: SectionPageProps) {
  const { booking, reader, section, steps, optional, version, seen, problems, conflict } = props;
  const { slug, title, lead } = SECTIONS[section];
  const isFirst = steps[0]!.slug === slug;
  const form = useStepForm<Record<string, never>>({
    id: slug,
    saved: props.values,
    toastTitle: null,
  });
  const autosaveUrl = `${stepPath(booking.id, slug)}/autosave`;
  const { state, onInput, onSubmit } = useSectionAutosave(slug, autosaveUrl, props);
  usePrintedValues();

  const { kind, progress } = state;
  const withProgress = (list: TaskStep[]) =>
    list.map((step) => (progress && step.slug === slug ? { ...step, progress } : step));
  return (
    <ReferralPage
      {...{ booking, slug, title }}
      steps={withProgress(steps)}
      optional={withProgress(optional)}
      formId={slug}
      isRefused={form.summary !== undefined}
      minutes={minutesFor(section)}
    >
      <p className="lead">{lead}</p>
      {isFirst ? <p className="lead mt-2">{ABOUT_THE_ANSWERS}</p> : null}
      <StepForm
        form={form}
        autoComplete="off"
        encType="multipart/form-data"
        inert={kind === "saving" && state.conflict !== null}
        data-owner={`${reader} ${booking.id}`}
        onInput={onInput}
        onSubmit={onSubmit}
      >
        <input type="hidden" name={VERSION} defaultValue={conflict?.version ?? version} />
        <input type="hidden" name={SEEN} defaultValue={seen} />
        {state.conflict ? <ConflictPanel conflict={state.conflict} /> : null}
        <SectionFields {...{ section, form, problems }} />
        <SaveStatus state={state} lastSaved={props.lastSaved} />
        <StepButtons isFirst={isFirst} hasSave />
      </StepForm>
    </ReferralPage>
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
