import type { ConflictView } from "#app/kit/sections/autosave.ts";
import { SectionForm, useSection } from "#app/kit/sections/section-form.tsx";
import { minutesFor, stepPath, type TaskStep } from "./journey.ts";
import { ReferralPage, StepButtons, type ReferralBooking } from "./referral-page.tsx";
import type { SectionPageData } from "./section-page.server.ts";
import { SectionFields } from "./section-fields.tsx";
import { SECTIONS, type SectionKey } from "#app/features/referral/sections/sections.ts";
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
  const { booking, reader, section, steps, optional, problems } = props;
  const { slug, title, lead } = SECTIONS[section];
  const isFirst = steps[0]!.slug === slug;
  const saved = useSection(slug, `${stepPath(booking.id, slug)}/autosave`, props);
  const { form } = saved;
  usePrintedValues();

  const { progress } = saved.state;
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
      <SectionForm
        section={saved}
        owner={`${reader} ${booking.id}`}
        actions={<StepButtons isFirst={isFirst} hasSave />}
      >
        <SectionFields {...{ section, form, problems }} />
      </SectionForm>
    </ReferralPage>
  );
}
