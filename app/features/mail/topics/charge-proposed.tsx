import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { findCharge } from "#app/features/charges/charge-rows.server.ts";
import { link, facts } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Leads to the page on which the customer agrees, or does not. */
    "charge-proposed": { chargeId: string; pence: number; answerBy: IsoDate };
  }
}

export default mail("charge-proposed", {
  label: "Charge to agree to",
  isAboutBooking: true,
  words: {
    subject: "Do you agree to a charge for booking {reference}?",
    body: inParagraphs(
      "{greeting}",
      "There is a charge beyond the price of booking {reference}. We charge it only if you agree.",
      "{details}",
      "{link}",
      "If you do not agree, or have a question, say so there or call us.",
    ),
  },
  preview: ({ payload }) =>
    `${formatPoundsAndPence(payload.pence)}. Please answer by ${formatLongDate(payload.answerBy)}.`,
  slots: ({ booking, payload: { pence, answerBy } }) => ({
    link: link(booking.links.charges, "See the charge and answer"),
    details: facts(
      ["Booking reference", booking.reference],
      ["Amount", formatPoundsAndPence(pence)],
      ["Please answer by", formatLongDate(answerBy)],
    ),
  }),
  demo: { chargeId: "", pence: 1_780, answerBy: "2027-03-24" },
  reasonNotToSend: async ({ deps, payload }) =>
    (await findCharge(deps, payload.chargeId))?.state === "proposed" ? null : "charge-decided",
});
