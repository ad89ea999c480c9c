import { text, link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Papers came that this assessor may see; sent only while the visit is theirs and to come. */
    "assessor-visit-papers": { visitId: string; assessorId: string };
  }
}

export default mail("assessor-visit-papers", {
  label: "To the assessor: new documents",
  isAboutBooking: true,
  isToOthers: true,
  listed: 20,
  words: {
    subject: "New documents: visit on {when}",
    body: inParagraphs(
      "New documents for a visit",
      "Somebody has added documents to booking {reference}, which you visit on {when}.",
      "{link}",
    ),
  },
  preview: "They are on the page of the visit.",
  slots: ({ visit }) => ({ when: text(visit.when), link: link(visit.link, "See the documents") }),
});
