import { reasonAgainstReminder } from "#app/features/mail/reasons.server.ts";
import { link, papers } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "referral-reminder": { day: number };
  }
}

export default mail("referral-reminder", {
  label: "Referral form reminder",
  isAboutBooking: true,
  listed: 34,
  words: {
    subject: "Referral forms for booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "The referral forms for booking {reference} have not been submitted yet. The assessor needs them to prepare. You can fill in what you know, stop, and come back; everything is kept.",
      "{link}",
      "If you would rather do this by phone, call us and we will go through them together.",
      "{stop}",
    ),
  },
  preview: "The assessor needs them before the visit. What you typed so far is kept.",
  slots: ({ booking }) => ({
    link: {
      part: (
        <>
          {link(booking.links.referral, "Fill in the referral forms").part}
          {papers(booking)}
        </>
      ),
    },
  }),
  demo: { day: 3 },
  reasonNotToSend: ({ deps, booking }) => reasonAgainstReminder(deps, booking),
});
