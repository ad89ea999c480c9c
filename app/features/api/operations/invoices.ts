import { z } from "zod";
import { operations } from "#app/features/api/operation.ts";
import { optionalText, orLeftOut } from "#app/features/api/inputs.ts";

const bookingReference = optionalText("bookingReference must be text.");

const InvoiceRequest = z
  .object({
    bookingData: orLeftOut(z.object({ bookingReference }, { error: "bookingData must be an object." })),
    bookingReference,
    bookingId: optionalText("bookingId must be text."),
    token: optionalText("token must be text."),
  })
  .superRefine(({ bookingData, bookingReference, bookingId }, context) => {
    if (bookingData?.bookingReference || bookingReference || bookingId) return;
    const message = "Please give the booking's reference as bookingData.bookingReference.";
    context.addIssue({ code: "custom", path: ["bookingData", "bookingReference"], message });
  })
  .transform(({ bookingData, bookingReference, bookingId, token }) => ({
    bookingReference: bookingData?.bookingReference ?? bookingReference,
    bookingId,
    token,
  }));

export const INVOICE_CALLS = operations("Invoices", {
  createInvoice: {
    call: "POST /api/xero/create-invoice",
    summary: "Make or find the invoice of a pay-now booking",
    description:
      "Amounts in the body are ignored: the invoice is made of the booking itself, once. Waits 8 seconds at most; an " +
      "invoice that is not ready by then follows by email, and `success` is false. Asked again, with the same `Idempotency-Key` or without, it " +
      "gives the invoice's state now. The booking is kept either way.",
    access: "booking",
    isIdempotent: true,
    body: InvoiceRequest,
    answers: {
      200: z.union([
        z.object({
          success: z.literal(true),
          invoice: z.object({
            onlineInvoiceUrl: z.string().nullable().meta({ description: "Where it can be seen and paid." }),
          }),
        }),
        z.object({ success: z.literal(false), message: z.string() }),
      ]),
    },
  },
});
