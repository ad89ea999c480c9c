import { data, redirect } from "react-router";
import { BookingIsOver, BackToBooking } from "#app/features/after-booking/own-booking/own-booking.tsx";
import { openBooking, postedOwn } from "#app/features/after-booking/pages/booking-page.server.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { grantBooking, isByLink } from "#app/features/booking/record/guards.server.ts";
import { EmailField } from "#app/features/contact-details/email-field.tsx";
import { COUNTRY_OPTIONS } from "#app/features/contact-details/phone.ts";
import { editBooking, refuseEdit } from "#app/features/staff/booking/edit-booking.server.ts";
import { ContactEdit, ownContactPlan } from "#app/features/staff/booking/edit-plans.server.ts";
import { SelectField } from "#app/forms/choice-fields.tsx";
import { parseForm } from "#app/forms/read-form.server.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { useLiveForm } from "#app/forms/use-live-form.ts";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { VersionField } from "#app/forms/version-field.tsx";
import { once } from "#app/platform/http/once.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/contact-details";

export async function loader(args: Route.LoaderArgs) {
  const { booking, row, headers } = await openBooking(args);
  return data({ booking, version: row.version }, { headers });
}

export const action = once(async (args: Route.ActionArgs) => {
  const { scope, form, booking, access, by, page, headers } = await postedOwn(args);
  const { deps } = scope;
  const read = parseForm(form, ContactEdit, "Please check your details.");
  if (!read.ok) return data(read.reply, { status: 400 });
  const result = await editBooking(deps, {
    ...by,
    bookingId: booking.id,
    version: Number(form.get("version")),
    plan: ownContactPlan(deps.secrets, read.value),
    isReferrerTold: true,
  });
  if (result.ok) {
    const edited = await findBooking(deps.db, booking.id);
    // Links sent to an old address end; a browser that came by one goes on.
    if (edited && edited.token_version !== booking.token_version && isByLink(access))
      headers["Set-Cookie"] = await grantBooking(deps, args.request, edited);
    return redirect(`${page}?done=contact`, { status: 303, headers });
  }
  return refuseEdit(form, result, "Somebody");
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function ContactDetails({ loaderData: { booking, version } }: Route.ComponentProps) {
  const { referrerFirstName, referrerLastName, referrerEmail, referrerCountryCode } = booking;
  const form = useStepForm<ContactEdit & { referrerEmailConfirmed: string }>({
    id: "contact-details",
    saved: {
      referrerFirstName,
      referrerLastName,
      referrerEmail,
      referrerCountryCode,
      referrerEmailConfirmed: referrerEmail,
      referrerPhone: booking.referrerPhoneAsTyped,
      referrerOrganisation: booking.referrerOrganisation ?? "",
    },
  });
  const live = useLiveForm(form);
  return (
    <Page className="prose" title="Correct your contact details">
      <p>
        Booking <strong className="inline-block">{booking.bookingReference}</strong>. We use these to reach
        you, and email you what has changed.
      </p>
      {isToCome(booking.status) ? (
        <StepForm form={form}>
          <VersionField form={form} version={version} />
          <TextField
            field={fieldOf(form, "referrerFirstName")}
            label="First name"
            autoComplete="given-name"
          />
          <TextField field={fieldOf(form, "referrerLastName")} label="Last name" autoComplete="family-name" />
          <EmailField
            field={fieldOf(form, "referrerEmail")}
            keptField={fieldOf(form, "referrerEmailConfirmed")}
            live={live}
            hint="A new address gets a fresh link. Links in our earlier emails end when that one is used, after 48 hours at the latest, and we tell the old address."
          />
          <SelectField
            field={fieldOf(form, "referrerCountryCode")}
            label="Country code"
            options={COUNTRY_OPTIONS}
            autoComplete="tel-country-code"
          />
          <TextField field={fieldOf(form, "referrerPhone")} label="Phone" type="tel" autoComplete="tel" />
          <TextField
            field={fieldOf(form, "referrerOrganisation")}
            label="Company or organisation"
            autoComplete="organization"
            isOptional
          />
          <div className="actions">
            <Button>Save details</Button>
            <BackToBooking id={booking.id} />
          </div>
        </StepForm>
      ) : (
        <BookingIsOver bookingId={booking.id} />
      )}
    </Page>
  );
}
