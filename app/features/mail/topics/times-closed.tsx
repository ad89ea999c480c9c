import { text } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "times-closed": { offerId: string; why: "changed" | "withdrawn" | "gone" };
  }
}

const WHY = {
  changed: "Your booking was changed, so the times that we offered for the visit count no more.",
  withdrawn: "We had to take back the times that we offered for the visit.",
  gone: "The times that we offered for the visit have gone since.",
};

export default mail("times-closed", {
  label: "Offered times count no more",
  isAboutBooking: true,
  listed: 8.6,
  words: {
    subject: "The offered times count no more: booking {reference}",
    body: inParagraphs("{greeting}", "{outcome}", "We will call you to agree another time.", "{link}"),
  },
  preview: ({ payload }) => WHY[payload.why],
  slots: ({ payload }) => ({ outcome: text(WHY[payload.why]) }),
  demo: { why: "changed" },
});
