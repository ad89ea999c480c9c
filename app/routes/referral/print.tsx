import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { noteReferralView, requireReferral } from "#app/features/referral/guards.server.ts";
import { PrintedReferral } from "#app/features/referral/printed-referral.tsx";
import { printedSections } from "#app/features/referral/printed-sections.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/print";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const granted = await requireReferral(scope, request, params.bookingId);
  await noteReferralView(scope, granted, "referral.printed");
  const { referral, headers } = granted;
  const page = {
    booking: referral.booking,
    submittedAt: referral.submittedAt && formatInstant(referral.submittedAt),
    revision: referral.revision,
    isChangedSince: referral.isChangedSince,
    printedAt: formatInstant(scope.deps.clock.now().toISOString()),
    sections: printedSections(referral),
  };
  return data(page, { headers });
}

export default function Print({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title={`Referral ${loaderData.booking.reference}`} />
      <PrintedReferral {...loaderData} />
    </>
  );
}
