import { useEffect } from "react";
import { data, redirect } from "react-router";
import { tellOfAnotherPerson } from "#app/features/contributions/part-mails.server.ts";
import { requirePostedStep, stepOf, requireReferral } from "#app/features/referral/guards.server.ts";
import {
  destination,
  minutesFor,
  REFERRAL_HANDLE,
  stepPath,
  type TaskStep,
} from "#app/features/referral/journey.ts";
import { SectionFields } from "#app/features/referral/section-fields.tsx";
import type { ConflictView } from "#app/kit/sections/autosave.ts";
import { SectionForm, useSection } from "#app/kit/sections/section-form.tsx";
import { refuseSection } from "#app/kit/sections/sections.server.ts";
import { sectionFields, SECTIONS, type SectionKey } from "#app/features/referral/sections/sections.ts";
import { answersAsTyped } from "#app/features/referral/sections/answers.ts";
import {
  saveSectionForm,
  sectionPageData,
  type SectionPageData,
} from "#app/features/referral/section-page.server.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { ReferralPage, StepButtons } from "#app/features/referral/referral-page.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/step";

const PRINTED = "printed-value";

/** Boxes whose text may be longer than they are; the parts of a date and a telephone number are not. */
const BOXES = ".field > .input:is(textarea, [type=text], [type=email])";

/** A text that its box cuts on the screen is whole on paper: referral.css shows this one in place of the box. */
function addPrintedValues(): void {
  removePrintedValues();
  for (const box of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(BOXES)) {
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

type Read = Pick<Route.ComponentProps["loaderData"], "booking" | "reader" | "steps" | "optional">;
type SectionPageProps = SectionPageData & Read & { section: SectionKey; conflict: ConflictView | null };

const ABOUT_THE_ANSWERS =
  "Your answers tell the assessor what to prepare for the visit. Leave open what you do not know: you can come back to it.";

/** A section of the form, saved as one types. */
function SectionPage(props: SectionPageProps) {
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
      booking={booking}
      slug={slug}
      title={title}
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
        <SectionFields section={section} form={form} problems={problems} />
      </SectionForm>
    </ReferralPage>
  );
}

export async function loader(args: Route.LoaderArgs) {
  const { deps, referral, actor, headers } = await requireReferral(args, "referral.viewed");
  const step = stepOf(referral, args.params.step);
  const isChecked = new URL(args.request.url).searchParams.has("check");
  const section = step.kind === "section" ? sectionPageData(deps, referral, step.section, isChecked) : null;
  // Who reads the page: unsaved text is kept for them alone.
  const reader = `${actor.kind} ${actor.id ?? ""}`;
  const { booking, steps, optional } = referral;
  return data({ booking, reader, steps, optional, step, section }, { headers });
}

export const action = formLimit(
  LONG_FORM,
  once(async (args: Route.ActionArgs) => {
    const granted = await requirePostedStep(args);
    const { deps, booking, step, headers, form } = granted;
    if (step.kind === "section") {
      const result = await saveSectionForm(granted.scope, granted, step.section, form);
      if (result.kind !== "saved") {
        const { answers } = (await readReferral(deps, booking)).section(step.section);
        const shown = answersAsTyped(step.section, answers);
        return refuseSection(result, form, sectionFields(step.section), shown, { headers });
      }
      if (step.section === "personalDetails") await tellOfAnotherPerson(deps, booking.id);
    }
    return redirect(destination(booking.id, granted, step.slug, form), { status: 303, headers });
  }),
);

export const handle = REFERRAL_HANDLE;

export default function Step({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, reader, steps, optional, step, section } = loaderData;
  const conflict = actionData?.conflict ?? null;
  if (step.kind !== "section" || !section) {
    return (
      <ReferralPage booking={booking} steps={steps} optional={optional} {...step}>
        <p>This assessment form is not yet configured.</p>
        <PostForm>
          <StepButtons />
        </PostForm>
      </ReferralPage>
    );
  }
  return (
    <SectionPage
      key={`${step.slug} ${section.version} ${conflict?.version ?? ""}`}
      booking={booking}
      reader={reader}
      steps={steps}
      optional={optional}
      section={step.section}
      {...section}
      {...actionData?.base}
      conflict={conflict}
    />
  );
}
