import type { IsoDate } from "#app/platform/dates.ts";
import { visitToReferrer } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Sent only if the visit is still on that day (London). */
    "visit-reminder": { visitId: string; day: IsoDate };
  }
}

export default mail("visit-reminder", {
  label: "Reminder of the visit",
  isAboutBooking: true,
  listed: 13,
  words: {
    subject: "Reminder of your visit: booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "This is a reminder of the visit for your booking {reference}.",
      "{visit}",
      "{link}",
      "If something has come up, please call us today.",
    ),
  },
  preview: ({ visit }) => visit.when,
  slots: visitToReferrer,
});
