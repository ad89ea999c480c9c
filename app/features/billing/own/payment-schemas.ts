import { z } from "zod";
import { addDays, isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { amount } from "./issue-schemas.ts";
import { WAYS, type Way } from "./payment-words.ts";

const MAX_DAYS_BACK = 366;
const MAX_NOTE = 300;

const note = z
  .string()
  .trim()
  .max(MAX_NOTE, `Please keep this to ${MAX_NOTE} characters.`)
  .optional()
  .transform((text) => text ?? "");

const moneyMoved = (today: IsoDate) => ({
  amount,
  movedOn: z
    .string({ error: "Enter the day." })
    .trim()
    .refine(isIsoDate, { error: "Enter a date that exists.", abort: true })
    .refine((day) => day <= today, "Enter today or an earlier day.")
    .refine((day) => day >= addDays(today, -MAX_DAYS_BACK), "Enter a day within the last year."),
  /** The payments of this amount and day that the page named, for another one. */
  another: z.string().max(2000).default(""),
  way: z.enum(Object.keys(WAYS) as [Way, ...Way[]], { error: "Choose how the money moved." }),
  note,
});

/** A payment of a booking whose page is open. `today` is the day in London. */
export const paymentSchema = (today: IsoDate) => z.object(moneyMoved(today));

/** A payment of the booking with this reference, or of this invoice. */
export const anyPaymentSchema = (today: IsoDate) =>
  z.object({
    reference: z.string({ error: "Enter the booking’s reference or the invoice’s number." }).trim().max(400),
    ...moneyMoved(today),
  });

/** `seenCredit` is the credit that the page showed, in pence. */
export const refundSchema = (today: IsoDate) =>
  z.object({ ...moneyMoved(today), seenCredit: z.coerce.number().int() });

/** A credit, or a part of it, for another booking. */
export const MoveSchema = z.object({
  to: z.string({ error: "Enter the booking’s reference or the invoice’s number." }).trim().max(80),
  amount,
  seenCredit: z.coerce.number().int(),
});
