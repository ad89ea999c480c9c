import { isFeedOld } from "#app/features/assessors/busy/busy-times.server.ts";
import { link, text } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";
import { formatInstant } from "#app/platform/dates.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** `since`: the UTC instant of the last reading; null for never. */
    "calendar-unread": Leads & { userId: string; since: string | null };
  }
}

export default mail("calendar-unread", {
  label: "To the assessor: own calendar not read",
  words: {
    subject: "We cannot read your calendar",
    body: inParagraphs(
      "We cannot read your calendar",
      "You asked us to look at your own calendar, so that nobody agrees a visit while you are busy. It was last read: {when}.",
      "Until it is read again, we may agree a visit at a time that you have given away. Please check its address.",
      "{link}",
    ),
  },
  preview: "Please check the address of your calendar.",
  slots: ({ payload, address }) => ({
    when: text(payload.since === null ? "never" : formatInstant(payload.since)),
    link: link(address, "See what is wrong"),
  }),
  demo: { since: "2026-11-20T09:15:00.000Z" },
  reasonNotToSend: async ({ deps, payload }) =>
    (await isFeedOld(deps, payload.userId)) ? null : "calendar-read",
});
