import { text, link, officeNotice } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the owner of the booking, else to the practice: an assessor wrote to the office. */
    "office-note": { kind: "note" | "cannot-come" } | { kind: "late"; minutes: number };
  }
}

export default mail("office-note", {
  label: "To the office: note from an assessor",
  isAboutBooking: true,
  isToOthers: true,
  isUrgent: true,
  ignoresRestriction: true,
  listed: 22,
  words: {
    subject: "{notice}: booking {reference}",
    body: inParagraphs(
      "{notice}",
      "The assessor of booking {reference} wrote to the office. Please read it, and press “Read” so that everybody knows.",
      "{link}",
    ),
  },
  preview: ({ payload }) =>
    payload.kind === "cannot-come" ? "Please give the visit to somebody else." : "Please read it now.",
  slots: ({ booking, payload }) => ({
    notice: text(officeNotice(payload)),
    link: link(booking.links.staff, "Read the note"),
  }),
  demo: { kind: "late", minutes: 20 },
});
