import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import { openBooking, requireOwnBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { answerCharge, type ChargeProblem } from "#app/features/charges/charges.server.ts";
import { CustomerChargeCard } from "#app/features/charges/charge-parts.tsx";
import { chargesForCustomer } from "#app/features/charges/staff-charges.server.ts";
import { ChosenSchema } from "#app/features/charges/charge-schemas.ts";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/charges";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const { booking, by, headers } = await openBooking(deps, request, params.bookingId);
  const charges = await chargesForCustomer(deps, booking.id);
  return data(
    { id: booking.id, reference: booking.bookingReference, charges, isStaff: by === "staff" },
    { headers },
  );
}

const PROBLEMS: Partial<Record<ChargeProblem, string>> = {
  decided: "This charge was decided since you opened the page.",
  expired: "The time to answer is over. Please call us if you still want to answer.",
};

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, requestId } = context.get(requestScope);
  const { booking, principal, by, headers } = await requireOwnBooking(deps, request, params.bookingId);
  // Nobody agrees for a customer here.
  if (by === "staff") throw data(null, { status: 403 });
  const form = await request.formData();
  const formId = `answer-${String(form.get("charge"))}`;
  const read = parseForm(form, ChosenSchema, "Please load the page again.", { formId });
  const intent = intentOf(form);
  if (!read.ok || (intent !== "agree" && intent !== "refuse")) throw data(null, { status: 400 });
  const isAgreed = intent === "agree";
  const answered = await answerCharge(deps, {
    ...{ by: { actor: actorOf(principal), requestId }, bookingId: booking.id },
    ...{ chargeId: read.value.charge, isAgreed },
  });
  if (answered.ok) throw redirect(`/booking/${booking.id}/charges?done=${intent}`, { status: 303, headers });
  const message = PROBLEMS[answered.problem];
  if (message === undefined) throw bookingNotFoundPage();
  return data(refuseForm(form, message, {}, { formId }), { status: 409, headers });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = {
  agree: "Thank you. The charge is on your next invoice.",
  refuse: "Thank you for telling us. We do not charge it, and will be in touch.",
};

export default function Charges({ loaderData: { id, reference, charges, isStaff } }: Route.ComponentProps) {
  const said = useDone(DONE);
  return (
    <Page title="Further charges">
      <p className="lead">
        Booking <strong className="inline-block">{reference}</strong>
      </p>
      <Done text={said} />
      {charges.length === 0 ? <p>There is no charge beyond the price of this booking.</p> : null}
      {charges.map((charge) => (
        <CustomerChargeCard key={charge.id} charge={charge} mayAnswer={!isStaff} />
      ))}
      <div className="actions">
        <ButtonLink look="quiet" to={`/booking/${id}`}>
          Back to the booking
        </ButtonLink>
      </div>
    </Page>
  );
}
