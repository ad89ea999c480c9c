import { data, redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { recordLetter } from "#app/features/visits/letter/given-letters.server.ts";
import { GivenLetter } from "#app/features/visits/letter/given-letter.tsx";
import { LetterPage } from "#app/features/visits/letter/letter-page.tsx";
import { letterGivenSchema } from "#app/features/visits/letter/letter-schema.ts";
import { openStaffLetter } from "#app/features/visits/letter/open-letter.server.ts";
import { readForm, refuseForm } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/visit-letter";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireStaff(context, request);
  return openStaffLetter(deps, params.visitId, by, request);
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const schema = letterGivenSchema(londonDate(deps.clock.now()));
  const read = await readForm(request, schema, "The letter was not recorded.");
  if (!read.ok) return data(read.reply, { status: 400 });
  const recorded = await recordLetter(deps, { ...by, visitId: params.visitId, ...read.value });
  if (recorded.ok) throw redirect(`/admin/bookings/${recorded.bookingId}?done=letter`);
  if (recorded.problem === "not-found") throw data(null, { status: 404 });
  return data(refuseForm(read.form, RESTRICTED), { status: 409 });
});

export default function StaffLetter({ loaderData: opened }: Route.ComponentProps) {
  return (
    <LetterPage
      opened={opened}
      back={
        <ButtonLink look="quiet" to={`/admin/bookings/${opened.bookingId}`}>
          Back to the booking
        </ButtonLink>
      }
    >
      <GivenLetter opened={opened} />
    </LetterPage>
  );
}
