import { Paragraph } from "#app/features/mail/templates/parts.tsx";
import { next, WHAT_HELPS_NEXT } from "#app/features/mail/texts/booking-words.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import { link, forms, rights } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

export default mail("booking-confirmation", {
  label: "Booking confirmation",
  isAboutBooking: true,
  listed: 1,
  words: {
    subject: "We have your booking {reference}",
    body: inParagraphs(
      "{thanks}",
      "We have your booking. {next}",
      "{details}",
      "{link}",
      "{payment}",
      "{referral}",
      "{rights}",
      "These links open your booking without a password, so please do not forward this email.",
    ),
  },
  preview: ({ booking }) => `Thank you. ${next(booking)}`,
  slots: ({ booking, site }) => ({
    rights: rights(booking, site),
    link: link(booking.links.confirmation, "See your booking confirmation"),
    referral: isToCome(booking.status)
      ? {
          part: (
            <>
              <Paragraph>{WHAT_HELPS_NEXT}</Paragraph>
              {forms(booking).part}
            </>
          ),
        }
      : undefined,
  }),
});
