import { useEffect } from "react";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import type { ConflictView } from "./conflict.server.ts";
import { ConflictPanel } from "./conflict-panel.tsx";
import { minutesFor, stepPath, type TaskStep } from "./journey.ts";
import { ReferralPage } from "./referral-page.tsx";
import { SaveStatus } from "./save-status.tsx";
import type { SectionPageData } from "./section-page.server.ts";
import { SEEN, VERSION } from "./section-form.ts";
import { SectionFields } from "./section-fields.tsx";
import { SECTIONS, type SectionKey } from "#app/features/referral-sections/sections.ts";
import { StepButtons } from "./step-buttons.tsx";
import { useSectionAutosave } from "./use-section-autosave.ts";

type SectionPageProps = SectionPageData & {
  booking: { id: string; reference: string };
  /** Who reads the page: unsaved text is kept for them alone. */
  reader: string;
  section: SectionKey;
  steps: TaskStep[];
  reply: unknown;
  conflict: ConflictView | null;
};

const ABOUT_THE_ANSWERS =
  "Your answers tell the assessor what to prepare for the visit. Leave open what you do not know: you can come back to it. Questions still open have a dotted line beside them.";

export function SectionPage(props: SectionPageProps) {
  const { booking, reader, section, steps, version, seen, problems, conflict } = props;
  const { slug, title, lead } = SECTIONS[section];
  const isFirst = steps[0]!.slug === slug;
  const form = useStepForm<Record<string, never>>({
    id: slug,
    saved: props.values,
    reply: props.reply,
    toastTitle: null,
  });
  const page = { version, seen, conflict };
  const { state, onInput, onSubmit } = useSectionAutosave(
    slug,
    `${stepPath(booking.id, slug)}/autosave`,
    page,
  );
  useFocusOnLinkedField();

  const { kind, progress } = state;
  return (
    <ReferralPage
      {...{ booking, slug, title }}
      steps={steps.map((step) => (progress && step.slug === slug ? { ...step, progress } : step))}
      formId={slug}
      isRefused={form.summary !== undefined}
      minutes={minutesFor(section)}
    >
      <p className="lead">{lead}</p>
      {isFirst ? <p className="lead mt-2">{ABOUT_THE_ANSWERS}</p> : null}
      <StepForm
        form={conflict ? { ...form, summary: undefined } : form}
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

/** A link to a missing answer focuses its field instead of only scrolling to it. */
function useFocusOnLinkedField() {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1));
    if (id) document.getElementById(id)?.focus();
  }, []);
}
