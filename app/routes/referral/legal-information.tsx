import { data, redirect } from "react-router";
import { readPartsOut } from "#app/features/contributions/parts-out.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import { requireReferral, requireReferralSteps } from "#app/features/referral/guards.server.ts";
import {
  destination,
  LEGAL_STEP,
  linkProblems,
  REFERRAL_HANDLE,
  stepPath,
} from "#app/features/referral/journey.ts";
import { LegalPage } from "#app/features/referral/legal-page.tsx";
import { submitReferral } from "#app/features/referral/submit-referral.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { isUnsent } from "#app/forms/unsent.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/legal-information";

export async function loader(args: Route.LoaderArgs) {
  const granted = await requireReferral(args, "referral.viewed");
  const { booking, steps, optional, submittedAt, isChangedSince } = granted.referral;
  const page = {
    ...{ booking, steps, optional, isChangedSince },
    submittedAt: submittedAt && formatInstant(submittedAt),
    /** Others of whom an answer is still out: Submit does not wait for them. */
    waitingFor: await readPartsOut(granted.deps, granted.booking),
    isJustSubmitted: submittedAt !== null && new URL(args.request.url).searchParams.has("submitted"),
  };
  return data(page, { headers: granted.headers });
}

export const action = formLimit(
  LONG_FORM,
  once(async (args: Route.ActionArgs) => {
    const granted = await requireReferralSteps(args);
    const { scope, booking, actor, headers } = granted;
    const form = await args.request.formData();
    if (intentOf(form) === "back")
      return redirect(destination(booking.id, granted, LEGAL_STEP, form), { status: 303, headers });
    const result = await submitReferral(scope.deps, { booking, actor, requestId: scope.requestId });
    if (result.kind === "refused") {
      const refusal = { heading: "Nothing was submitted", message: KEPT_WORDS[result.problem] };
      throw data(refusal, { status: 409, headers });
    }
    if (result.kind === "incomplete") {
      const problems = linkProblems(booking.id, result.problems);
      return data({ problems }, { status: 400, headers });
    }
    return redirect(`${stepPath(booking.id, LEGAL_STEP)}?submitted`, { status: 303, headers });
  }),
);

export const handle = REFERRAL_HANDLE;

export default function LegalInformation({ loaderData, actionData }: Route.ComponentProps) {
  const isFailed = isUnsent(actionData);
  const problems = actionData && !isFailed ? actionData.problems : [];
  return <LegalPage {...loaderData} problems={problems} isFailed={isFailed} />;
}
