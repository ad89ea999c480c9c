import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { tellOfAnotherPerson } from "#app/features/contributions/part-mails.server.ts";
import {
  recordReferralView,
  requirePostedStep,
  requireReferralStep,
} from "#app/features/referral/guards.server.ts";
import { destination, REFERRAL_HANDLE } from "#app/features/referral/journey.ts";
import { SectionPage } from "#app/features/referral/section-page.tsx";
import { refuseSection } from "#app/kit/sections/sections.server.ts";
import { sectionFields } from "#app/features/referral/sections/sections.ts";
import { answersAsTyped } from "#app/features/referral/sections/answers.ts";
import { saveSectionForm, sectionPageData } from "#app/features/referral/section-page.server.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { ReferralPage, StepButtons } from "#app/features/referral/referral-page.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/step";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const granted = await requireReferralStep(scope, request, params);
  await recordReferralView(scope, granted, "referral.viewed");
  const { referral, step, actor, headers } = granted;
  const isChecked = new URL(request.url).searchParams.has("check");
  const section =
    step.kind === "section" ? sectionPageData(scope.deps, referral, step.section, isChecked) : null;
  const reader = `${actor.kind} ${actor.id ?? ""}`;
  const { booking, steps, optional } = referral;
  return data({ booking, reader, steps, optional, step, section }, { headers });
}

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, params, context }: Route.ActionArgs) => {
    const scope = context.get(requestScope);
    const granted = await requirePostedStep(scope, request, params);
    const { booking, step, headers, form } = granted;
    if (step.kind === "section") {
      const result = await saveSectionForm(scope, granted, step.section, form);
      if (result.kind !== "saved") {
        const { answers } = (await readReferral(scope.deps, booking)).section(step.section);
        const shown = answersAsTyped(step.section, answers);
        return refuseSection(result, form, sectionFields(step.section), shown, { headers });
      }
      if (step.section === "personalDetails") await tellOfAnotherPerson(scope.deps, booking.id);
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
      <ReferralPage {...{ booking, steps, optional, ...step }}>
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
      {...{ booking, reader, steps, optional, section: step.section }}
      {...section}
      {...actionData?.base}
      conflict={conflict}
    />
  );
}
