import { reasonAgainstFollowUpMail } from "#app/features/follow-ups/follow-ups.server.ts";
import { FOLLOW_UP_ANSWERS } from "#app/features/follow-ups/follow-up-words.ts";
import { link, quietLink } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";
import type { IsoDate } from "#app/platform/dates.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Sent only while the reminder still has that day. */
    "look-again": { followUpId: string; remindOn: IsoDate };
  }
}

export default mail("look-again", {
  label: "Reminder that the referrer asked for",
  isAboutBooking: true,
  listed: 27.5,
  words: {
    subject: "Reminder: booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "You asked us to remind you about booking {reference}.",
      "{again}",
      "{notNeeded}",
      "{later}",
      "If you do nothing, we do not write again about it.",
    ),
  },
  preview: "You asked us to remind you.",
  slots: ({ address, booking }) => ({
    again: link(booking.links.again, "Book again"),
    notNeeded: quietLink(`${address}&choose=not-needed`, FOLLOW_UP_ANSWERS["not-needed"]),
    later: quietLink(`${address}&choose=later`, FOLLOW_UP_ANSWERS.later),
  }),
  demo: { remindOn: "2027-06-01" },
  reasonNotToSend: ({ deps, booking, payload }) => reasonAgainstFollowUpMail(deps, booking, payload),
});
