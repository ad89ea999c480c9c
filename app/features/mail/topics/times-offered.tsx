import { isStillOffered } from "#app/features/visits/record/offers.server.ts";
import { link, list, text } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";
import { formatInstant } from "#app/platform/dates.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Leads to the page on which the referrer chooses. `times` in words; `until` is a UTC instant. */
    "times-offered": { offerId: string; times: string[]; until: string };
  }
}

export default mail("times-offered", {
  label: "Times for the visit to choose from",
  isAboutBooking: true,
  listed: 8.5,
  words: {
    subject: "Choose a time for the visit: booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "These times are free for the visit of booking {reference}. Please choose one until {until}. Times that we offered before count no more.",
      "{times}",
      "{link}",
      "If none of them suits, say so there, and we will call you. All times are those of the United Kingdom.",
    ),
  },
  preview: ({ payload }) => `Please choose until ${formatInstant(payload.until)}.`,
  slots: ({ booking, payload: { times, until } }) => ({
    link: link(booking.links.times, "Choose a time"),
    times: list(times),
    until: text(formatInstant(until)),
  }),
  demo: {
    times: [
      "Thursday 11 March 2027, 10:00–11:30, with Priya, Social worker",
      "Friday 12 March 2027, 14:00–15:30, with Tom, Nurse",
    ],
    until: "2027-03-10T17:00:00.000Z",
  },
  reasonNotToSend: async ({ deps, payload }) =>
    (await isStillOffered(deps, payload.offerId)) ? null : "visit-changed",
});
