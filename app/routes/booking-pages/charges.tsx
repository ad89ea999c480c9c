import { BackToBooking } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { data, redirect } from "react-router";
import { openBooking, postedOwn } from "#app/features/after-booking/pages/booking-page.server.ts";
import { answerCharge, type ChargeProblem } from "#app/features/charges/charges.server.ts";
import { CustomerChargeCard } from "#app/features/charges/charge-parts.tsx";
import { chargesForCustomer } from "#app/features/charges/staff-charges.server.ts";
import { ChosenSchema } from "#app/features/charges/charge-schemas.ts";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Done } from "#app/ui/alert.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import type { Route } from "./+types/charges";

export async function loader(args: Route.LoaderArgs) {
  const { deps, booking, by, headers } = await openBooking(args);
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

export const action = once(async (args: Route.ActionArgs) => {
  const { scope, form, booking, access, by, page, headers } = await postedOwn(args);
  // Nobody agrees for a customer here.
  if (access.by === "staff") throw data(null, { status: 403 });
  const formId = `answer-${String(form.get("charge"))}`;
  const read = parseForm(form, ChosenSchema, "Please load the page again.", { formId });
  const intent = intentOf(form);
  if (!read.ok || (intent !== "agree" && intent !== "refuse")) throw data(null, { status: 400 });
  const answered = await answerCharge(scope.deps, {
    by,
    bookingId: booking.id,
    chargeId: read.value.charge,
    isAgreed: intent === "agree",
  });
  if (answered.ok) throw redirect(`${page}/charges?done=${intent}`, { status: 303, headers });
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
        <BackToBooking id={id} />
      </div>
    </Page>
  );
}
