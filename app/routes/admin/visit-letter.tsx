import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerLetterPage } from "#app/features/visits/letter/answer-letter.server.ts";
import { GivenLetter } from "#app/features/visits/letter/given-letter.tsx";
import { LetterPage } from "#app/features/visits/letter/letter-page.tsx";
import { openStaffLetter } from "#app/features/visits/letter/open-letter.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/visit-letter";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireStaff(context, request);
  return openStaffLetter(deps, params.visitId, by, request);
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  return answerLetterPage(deps, params.visitId, by, request);
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
