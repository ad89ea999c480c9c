import { z } from "zod";
import { BILLING_FIELDS } from "#app/features/booking/fields/fields.ts";
import { fieldColumns } from "#app/features/booking/fields/field-columns.server.ts";
import { text } from "#app/features/booking/fields/form-values.ts";
import type { TrackedField } from "#app/features/booking/record/booking-changes.ts";
import { checkEmail } from "#app/features/contact-details/email.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import type { EditPlan } from "./edit-plans.server.ts";

const { poNumber, matterReference, billingName, billingAddress, billingEmail } = BILLING_FIELDS;

const optionalLine = (name: string, { longest }: { longest: number }) =>
  text(name, longest).transform((typed) => typed || null);

/** The details for the invoice; all may be empty. Reads posted strings as they are (`isRaw`). */
export const BillingEdit = z.object({
  poNumber: optionalLine("The PO number", poNumber),
  matterReference: optionalLine("The matter reference", matterReference),
  billingName: optionalLine("The billing name", billingName),
  billingAddress: optionalLine("The billing address", billingAddress),
  billingEmail: optionalLine("The billing email", billingEmail).superRefine((typed, context) => {
    const problem = typed === null ? null : checkEmail(typed, { isTypoAllowed: true });
    if (problem) context.addIssue({ code: "custom", message: problem.message });
  }),
} satisfies Partial<Record<TrackedField, z.ZodType>>);

export type BillingEdit = z.output<typeof BillingEdit>;

/** The change of the details for the invoice. */
export function billingPlan(secrets: Secrets, edit: BillingEdit): EditPlan {
  return (booking) => ({ columns: fieldColumns(secrets, booking.id, edit) });
}
