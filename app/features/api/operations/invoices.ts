import { z } from "zod";
import { operation } from "#app/features/api/operation.ts";

const orUndefined = (value: unknown) => (value === null || value === "" ? undefined : value);
const optionalText = (message: string) =>
  z.preprocess(orUndefined, z.string({ error: message }).max(1000, message).optional());

const bookingReference = optionalText("bookingReference must be text.");

const InvoiceRequest = z
  .object({
    bookingData: z.preprocess(
      orUndefined,
      z.object({ bookingReference }, { error: "bookingData must be an object." }).optional(),
    ),
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

export const createInvoiceCall = operation({
  id: "createInvoice",
  method: "POST",
  path: "/api/xero/create-invoice",
  tag: "Invoices",
  summary: "Make or find the invoice of a pay-now booking",
  description:
    "Amounts in the body are ignored: the invoice is made of the booking itself, once. Waits 8 seconds at most; an " +
    "invoice that is not ready by then follows by e-mail, and `success` is false. Asked again, with the same `Idempotency-Key` or without, it " +
    "says how the invoice stands now. The booking stands either way.",
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
});
