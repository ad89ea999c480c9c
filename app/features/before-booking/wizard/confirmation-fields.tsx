import { BoxNumber } from "#app/forms/box-number.tsx";
import { Checkbox, RadioGroup } from "#app/forms/choice-fields.tsx";
import { type Field, fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { Card } from "#app/ui/card.tsx";
import { Facts, Sums } from "#app/ui/lists.tsx";
import { formatShortDate, type IsoDate } from "#app/platform/dates.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { ON_ACCOUNT } from "#app/features/booking/fields/reference-lists.ts";
import type { ConfirmationPage } from "./confirmation-page.server.ts";
import { CONSENTS } from "#app/features/booking/fields/consents.ts";
import { closingSums, onRequestText } from "#app/features/booking/money/price-sums.ts";
import { paymentTerms } from "#app/features/booking/money/payment-terms.ts";
import type { ConfirmationForm } from "#app/features/booking/fields/schema.ts";
import type { StepSlug } from "#app/features/booking/fields/steps.ts";
import { Alert } from "#app/ui/alert.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";
import { Table } from "#app/ui/table.tsx";
import type { PriceChange } from "./price-change.ts";
import { useEffect } from "react";
import { useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.ts";

export function Change({ step, what }: { step: StepSlug; what: string }) {
  return (
    <button role="link" className="link-button no-print" name="intent" value={`change:${step}`}>
      Change<span className="sr-only"> {what}</span>
    </button>
  );
}

export function ReferrerDetails({ page }: { page: ConfirmationPage }) {
  const { referrer, facts } = page;
  const { relationship, customRole, professionalCapacity } = referrer;
  return (
    <Card heading="Your details" action={<Change step="referrer" what="your details" />}>
      <Facts
        rows={[
          ["Name", referrer.name],
          ["Email", referrer.email],
          ["Phone", referrer.phone],
          ["Relationship", relationship],
          customRole !== "" && ["Role", customRole],
          professionalCapacity !== "" && ["Capacity", professionalCapacity],
          ...facts.referrer,
        ]}
      />
    </Card>
  );
}

export function PriceSummary({ page: { price, vat } }: { page: ConfirmationPage }) {
  return (
    <Card heading="Pricing summary">
      <Sums rows={closingSums(price)} />
      <p className="note mt-3">{`${vat}${onRequestText(price)}`}</p>
    </Card>
  );
}

export function BookingDetails({ page }: { page: ConfirmationPage }) {
  return (
    <Card heading="Booking details" action={<Change step="scheduling" what="date and preferences" />}>
      <Facts
        rows={[
          [
            "Location",
            <>
              {page.location ?? "Not specified"}{" "}
              <Change step={page.isVirtual ? "assessments" : "location"} what="location" />
              {page.lawNotice ? <Alert tone="warning" className="mt-2" text={page.lawNotice} /> : null}
            </>,
          ],
          [
            "Preferred date",
            <>
              {page.preferredDate ? formatShortDate(page.preferredDate) : "Not specified"}
              {page.dateNotice ? <p className="note">{page.dateNotice}</p> : null}
            </>,
          ],
          ["Weekends", page.allowWeekends ? "Possible" : "Weekdays only"],
          ["Earlier date", page.preferEarlierDate ? "Preferred; additional fees may apply" : "Not needed"],
          ...page.facts.assessment,
        ]}
      />
    </Card>
  );
}

type PaymentChoiceProps = { field: Field<string>; page: ConfirmationPage & { today: IsoDate } };

export function PaymentChoice({ field, page }: PaymentChoiceProps) {
  const { agreed } = currentOffer();
  const terms = paymentTerms({
    totalPence: page.price.totalPence,
    depositPercent: page.deposit,
    daysToPay: page.daysToPay,
    waitsForPo: agreed?.needsPo,
    bookedOn: page.today,
    day: page.preferredDate === null ? null : { day: page.preferredDate, as: "wish" },
  });
  return (
    <RadioGroup
      field={field}
      label="Payment"
      isWide
      options={[
        { value: "pay-now", label: "Pay now", hint: terms.payNowWording },
        {
          value: "pay-later",
          label: "Pay later",
          hint: `${terms.depositWording} ${terms.invoiceWording} ${terms.lastDayWording}`,
        },
        ...(agreed?.isOnAccount
          ? [{ value: ON_ACCOUNT, label: "On account", hint: terms.onAccountWording }]
          : []),
      ]}
    />
  );
}

export function ConsentFields({ form }: { form: FormState<ConfirmationForm> }) {
  const { privacyUrl, termsUrl } = useSite();
  return (
    <fieldset className="field is-wide">
      <legend>
        <BoxNumber name="consents" />
        Consents <span className="optional">(optional)</span>
      </legend>
      <p className="hint">
        Please read our{" "}
        <a href={privacyUrl} target="_blank" rel="noreferrer">
          privacy policy
        </a>{" "}
        and our{" "}
        <a href={termsUrl} target="_blank" rel="noreferrer">
          terms
        </a>
        . They open in a new tab.
      </p>
      {CONSENTS.map(({ name, wording }) => (
        <Checkbox key={name} field={fieldOf(form, name)} label={wording} className="mb-0" />
      ))}
    </fieldset>
  );
}

export function PriceChangeAlert({ change }: { change: PriceChange }) {
  return (
    <Alert tone="warning" heading="Our prices have changed since you chose" className="mb-4" isLive>
      <p>Nothing has been booked yet. Please look at the new prices, and confirm if you agree.</p>
      <Table
        className="table is-stacked mt-3"
        caption="Old and new prices"
        columns={["What", "Before", "Now"]}
        rows={change.map(({ name, from, to }) => ({
          id: name,
          cells: [name, <del>{from}</del>, <strong>{to}</strong>],
        }))}
      />
    </Alert>
  );
}

export function ConfirmButton() {
  const isSubmitting = useNavigation().formData?.has("intent") === false;
  return <Button disabled={isSubmitting}>{isSubmitting ? "Submitting..." : "Confirm Booking"}</Button>;
}

const FAILURE = {
  title: "Oops! Something went wrong 🤕",
  description:
    "We couldn't process your booking right now. Please try again or give us a call - we're here to help!",
} as const;

export function SubmissionFailure({ reply }: { reply: unknown }) {
  useEffect(() => showToast({ ...FAILURE, variant: "destructive" }), [reply]);
  return (
    <Alert tone="bad" heading={FAILURE.title} className="mb-4" isLive>
      <p>{FAILURE.description}</p>
      <p>Everything that you entered is still here.</p>
    </Alert>
  );
}
