import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { recordReferralView, requireReferral } from "#app/features/referral/guards.server.ts";
import { FIRST_STEP, REFERRAL_HANDLE, stepPath } from "#app/features/referral/journey.ts";
import { PrintedReferral } from "#app/features/referral/printed-referral.tsx";
import { printedSections } from "#app/features/referral/printed-sections.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/print";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const granted = await requireReferral(scope, request, params.bookingId);
  await recordReferralView(scope, granted, "referral.printed");
  const { booking, otherDetails, submittedAt, revision, isChangedSince } = granted.referral;
  const page = {
    booking,
    submittedAt: submittedAt && formatInstant(submittedAt),
    revision,
    isChangedSince,
    printedAt: formatInstant(scope.deps.clock.now().toISOString()),
    otherDetails,
    sections: printedSections(granted.referral),
  };
  return data(page, { headers: granted.headers });
}

export const handle = REFERRAL_HANDLE;

export default function Print({ loaderData: { booking, ...referral } }: Route.ComponentProps) {
  return (
    <PrintedReferral
      {...referral}
      reference={booking.reference}
      back={
        <ButtonLink look="quiet" to={stepPath(booking.id, FIRST_STEP)}>
          Back to the referral forms
        </ButtonLink>
      }
    />
  );
}
