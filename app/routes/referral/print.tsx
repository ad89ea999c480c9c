import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { noteStaffView } from "#app/features/audit/note-staff-view.server.ts";
import { requireReferral } from "#app/features/referral/guards.server.ts";
import { PrintedReferral } from "#app/features/referral/printed-referral.tsx";
import { printedSections } from "#app/features/referral/printed-sections.ts";
import { formatInstant } from "#app/platform/dates.ts";
import type { Route } from "./+types/print";

/** The whole referral on paper, for the assessor's file. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const { booking, actor, referral, headers } = await requireReferral(scope, request, params.bookingId);
  await noteStaffView(scope.deps, {
    action: "referral.printed",
    subject: { kind: "booking", id: booking.id },
    actor,
    requestId: scope.requestId,
  });
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

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Referral ${loaderData.booking.reference}` : "Referral" },
];

export default function Print({ loaderData }: Route.ComponentProps) {
  return <PrintedReferral {...loaderData} />;
}
