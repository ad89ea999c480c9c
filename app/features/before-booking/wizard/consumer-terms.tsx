import { START_REQUEST_WORDING } from "#app/features/booking/fields/consents.ts";
import type { ConfirmationForm } from "#app/features/booking/fields/schema.ts";
import { Checkbox } from "#app/forms/choice-fields.tsx";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { formatPounds } from "#app/platform/money.ts";
import { Card } from "#app/ui/card.tsx";
import type { ConfirmationPage } from "./confirmation-page.server.ts";

type ConsumerTermsProps = {
  form: FormState<ConfirmationForm>;
  page: ConfirmationPage & { lastDayToCancel: string };
};

/** Beside Confirm Booking, for a private person: what they agree to pay, and how they may cancel. */
export function ConsumerTerms({ form, page }: ConsumerTermsProps) {
  const { price, preferredDate, lastDayToCancel } = page;
  const isSoon = preferredDate !== null && preferredDate <= lastDayToCancel;
  return (
    <Card heading="Before you confirm">
      <p>
        {price.totalPence > 0 ? (
          <>
            With Confirm Booking you agree to pay <strong>{formatPounds(price.totalPence)}</strong>.
          </>
        ) : (
          "The price is on request: you pay nothing until you have agreed a price with us."
        )}
      </p>
      <p className="mb-4">
        You may change your mind: until {formatLongDate(lastDayToCancel)} you can cancel without giving a
        reason.{" "}
        <a href="/right-to-cancel" target="_blank" rel="noreferrer">
          Your right to cancel and its form (opens in a new tab)
        </a>
      </p>
      <Checkbox
        field={fieldOf(form, "startRequested")}
        label={START_REQUEST_WORDING}
        hint={
          isSoon
            ? "Your preferred date is within these days, so we need this to come then. You can also tell us later."
            : "Only needed if you would like us to come before that day."
        }
      />
    </Card>
  );
}
