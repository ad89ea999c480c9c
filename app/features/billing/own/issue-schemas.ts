import { z } from "zod";
import { typedPounds } from "#app/forms/typed-pounds.ts";

export const amount = typedPounds("Enter an amount.");

const MAX_REASON = 500;

/** Names the state of the account that the page showed. */
export const seen = z.string({ error: "Please load the page again." }).max(80);

/** The price that stays where its VAT rate changed since the booking: with VAT, or without. */
export type Keep = "gross" | "net";

export const IssueSchema = z.object({ seen, keep: z.enum(["gross", "net"]).optional().catch(undefined) });

export const CreditSchema = z.object({
  seen,
  invoice: z.string({ error: "Choose the invoice." }),
  amount,
  reason: z
    .string({ error: "Write the reason. It is printed on the credit note." })
    .trim()
    .max(MAX_REASON, `Please keep this to ${MAX_REASON} characters.`),
});
