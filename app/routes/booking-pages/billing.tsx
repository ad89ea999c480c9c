import { BackToBooking } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { data, redirect } from "react-router";
import { openBooking, postedOwn } from "#app/features/after-booking/pages/booking-page.server.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { BillingEdit, billingPlan } from "#app/features/staff/booking/billing-edit.server.ts";
import { BillingFields } from "#app/features/staff/booking/billing-fields.tsx";
import { editBooking, refuseEdit } from "#app/features/staff/booking/edit-booking.server.ts";
import { refuseForm, parseForm } from "#app/forms/read-form.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/billing";

export async function loader(args: Route.LoaderArgs) {
  const { deps, booking, row, headers } = await openBooking(args);
  const hasInvoice = (await findInvoice(deps, row.id)) !== null;
  return data({ booking, version: row.version, hasInvoice }, { headers });
}

const CANCELLED = "This booking is cancelled, so nothing was saved. Please call us.";

export const action = once(async (args: Route.ActionArgs) => {
  const { scope, form, booking, by, page, headers } = await postedOwn(args);
  const read = parseForm(form, BillingEdit, "Please check the billing details.", { isRaw: true });
  if (!read.ok) return data(read.reply, { status: 400 });
  if (booking.status === "cancelled") return data(refuseForm(form, CANCELLED), { status: 409 });
  const result = await editBooking(scope.deps, {
    ...by,
    bookingId: booking.id,
    version: Number(form.get("version")),
    plan: billingPlan(scope.deps.secrets, read.value),
    isReferrerTold: true,
  });
  if (result.ok) return redirect(`${page}?done=billing`, { status: 303, headers });
  return refuseEdit(form, result, "Somebody");
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function Billing({ loaderData: { booking, version, hasInvoice } }: Route.ComponentProps) {
  const { poNumber = "", matterReference = "", billingName = "" } = booking;
  const { billingAddress = "", billingEmail = "" } = booking;
  const saved = { poNumber, matterReference, billingName, billingAddress, billingEmail };
  const form = useStepForm<BillingEdit>({ id: "billing", saved });
  return (
    <Page className="prose" title="Billing details">
      <p>
        Booking <strong className="inline-block">{booking.bookingReference}</strong>.{" "}
        {hasInvoice
          ? "Your invoice has been made already. Tell us what it should say, and we will change it for you."
          : "Tell us what your invoice should say. You can leave out what you do not need."}
      </p>
      {booking.status === "cancelled" ? (
        <p>This booking is cancelled. Please call us about its invoice.</p>
      ) : (
        <StepForm form={form}>
          <VersionField form={form} version={version} />
          <BillingFields form={form} isOwn />
          <div className="actions">
            <Button>Save billing details</Button>
            <BackToBooking id={booking.id} />
          </div>
        </StepForm>
      )}
    </Page>
  );
}
