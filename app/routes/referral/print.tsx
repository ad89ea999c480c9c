import { data } from "react-router";
import { requireReferral } from "#app/features/referral/guards.server.ts";
import { FIRST_STEP, REFERRAL_HANDLE, stepPath } from "#app/features/referral/journey.ts";
import { PrintedReferral } from "#app/features/referral/printed-referral.tsx";
import { printedSections } from "#app/features/referral/printed-sections.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/print";

export async function loader(args: Route.LoaderArgs) {
  const { deps, referral, headers } = await requireReferral(args, "referral.printed");
  const { booking, otherDetails, submittedAt, revision, isChangedSince } = referral;
  const page = {
    booking,
    otherDetails,
    revision,
    isChangedSince,
    submittedAt: submittedAt && formatInstant(submittedAt),
    printedAt: formatInstant(deps.clock.now().toISOString()),
    sections: printedSections(referral),
  };
  return data(page, { headers });
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
