import type { IsoDate } from "#app/platform/dates.ts";
import { text, link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Sent only if the visit still was at that time, and has no outcome. `start` is `HH:MM` in London. */
    "assessor-visit-outcome-missing": { visitId: string; assessorId: string; day: IsoDate; start: string };
  }
}

export default mail("assessor-visit-outcome-missing", {
  label: "To the assessor: outcome missing",
  isAboutBooking: true,
  isToOthers: true,
  listed: 19,
  words: {
    subject: "Outcome missing: {when}",
    body: inParagraphs(
      "How did the visit go?",
      "The visit on {when} (booking {reference}) has no outcome yet. Please record it today: it takes a minute, and the office waits for it.",
      "{link}",
    ),
  },
  preview: "The office waits for the outcome.",
  slots: ({ visit }) => ({ when: text(visit.when), link: link(visit.link, "Record the outcome") }),
});
