import { isStillEarlier } from "#app/features/visits/agree/earlier-times.server.ts";
import { link, text } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Leads to the page on which the referrer takes an earlier time. `when` in words. */
    "earlier-time": { askId: string; when: string };
  }
}

export default mail("earlier-time", {
  label: "An earlier time fell free",
  isAboutBooking: true,
  listed: 10.5,
  words: {
    subject: "An earlier time for your visit: booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "You asked for an earlier date. This time has fallen free:",
      "{when}",
      "The first who takes it has it. We ask others, too. If you do nothing, the agreed time stays.",
      "{link}",
    ),
  },
  preview: ({ payload }) => payload.when,
  slots: ({ booking, payload: { when } }) => ({
    link: link(booking.links.earlier, "See the earlier time"),
    when: text(when),
  }),
  demo: { when: "Thursday 11 March 2027, 10:00–11:30" },
  reasonNotToSend: async ({ deps, booking, payload }) =>
    booking && (await isStillEarlier(deps, booking.id, payload.askId)) ? null : "visit-changed",
});
