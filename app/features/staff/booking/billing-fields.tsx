import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, type StepFormState } from "#app/forms/use-step-form.ts";
import type { BillingEdit } from "./billing-edit.server.ts";

type Props = {
  form: StepFormState<BillingEdit>;
  /** Staff type in somebody else's details. */
  isOwn: boolean;
};

/** The details that go onto the invoice. */
export function BillingFields({ form, isOwn }: Props) {
  return (
    <>
      <TextField
        field={fieldOf(form, "poNumber")}
        label="PO number"
        hint="If the payer needs a purchase order number on the invoice."
        autoComplete="off"
        isOptional
      />
      <TextField
        field={fieldOf(form, "matterReference")}
        label="Matter reference"
        hint={`${isOwn ? "Your" : "The referrer’s"} own case or file reference. Please leave out the client’s name.`}
        autoComplete="off"
        isOptional
      />
      <TextField
        field={fieldOf(form, "billingName")}
        label="Billing name"
        hint={`The person or organisation that pays. If this is empty, the invoice is made out to ${isOwn ? "you" : "the referrer"}.`}
        autoComplete={isOwn ? "billing name" : "off"}
        isOptional
      />
      <TextField
        field={fieldOf(form, "billingAddress")}
        label="Billing address"
        hint="The payer’s address on one line, such as 1 High Street, Leeds, LS1 1AA. A VAT invoice needs it."
        autoComplete={isOwn ? "billing street-address" : "off"}
        isOptional
      />
      <TextField
        field={fieldOf(form, "billingEmail")}
        label="Billing email"
        hint={`The payer’s email address, for the invoice. We still email the invoice to ${isOwn ? "you" : "the referrer"}.`}
        type="email"
        autoComplete={isOwn ? "billing email" : "off"}
        isOptional
      />
    </>
  );
}
