import { KeyIn } from "#app/features/contributions/key-in.tsx";
import { answerKeyIn, readKeyIn } from "#app/features/contributions/key-in.server.ts";
import { helpPaths } from "#app/features/contributions/help-paths.ts";
import { requireStaffAsking } from "#app/features/contributions/staff-guards.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Page } from "#app/ui/page.tsx";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/booking-part";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { scope, booking, by } = await requireStaffAsking(context, request, params.bookingId);
  return readKeyIn({ deps: scope.deps, booking, by }, params.contributionId);
}

export const action = formLimit(
  LONG_FORM,
  once(async ({ request, params, context }: Route.ActionArgs) => {
    const { scope, booking, by } = await requireStaffAsking(context, request, params.bookingId);
    const { deps, clientAddress } = scope;
    const form = await request.formData();
    return answerKeyIn({ deps, clientAddress, booking, by }, params.contributionId, form);
  }),
);

export default function BookingPart({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Page
      title={`Sheet of ${page.name}`}
      back={{
        label: "Back to the request",
        to: helpPaths("staff", page.bookingId).one(page.id),
      }}
    >
      <KeyIn page={page} answer={actionData} />
    </Page>
  );
}
