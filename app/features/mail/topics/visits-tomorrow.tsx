import type { IsoDate } from "#app/platform/dates.ts";
import { text, link, list } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    "visits-tomorrow": { assessorId: string; day: IsoDate };
  }
}

export default mail("visits-tomorrow", {
  label: "To the assessor: visits tomorrow",
  listed: 26,
  words: {
    subject: "Your visits on {when}",
    body: inParagraphs("Your visits on {when}", "{visits}", "{link}"),
  },
  preview: "With time, booking and area.",
  slots: ({ visit }) => ({
    when: text(visit.when),
    visits: list(visit.list),
    link: link(visit.link, "See your visits"),
  }),
});
