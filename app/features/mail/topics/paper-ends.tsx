import { reasonAgainstNotice } from "#app/features/assessors/notice-papers.server.ts";
import type { EndingPaper } from "#app/features/assessors/papers.ts";
import { link, text } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";
import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** `name` is the assessor's, `what` the paper in words. */
    "paper-ends": Leads & {
      userId: string;
      paper: EndingPaper["key"];
      until: IsoDate;
      name: string;
      what: string;
    };
  }
}

export default mail("paper-ends", {
  label: "To assessor and practice: registration, insurance, check or training ends",
  words: {
    subject: "{what} of {name} ends on {day}",
    body: inParagraphs(
      "{what} of {name} ends on {day}",
      "Please see to it before that day: the assessor sends the new one to the office, and the office records it. Once registration or insurance has ended, no new visit can be agreed.",
      "{link}",
    ),
  },
  preview: "Please see to it before that day.",
  slots: ({ payload, address }) => ({
    what: text(payload.what),
    name: text(payload.name),
    day: text(formatLongDate(payload.until)),
    link: link(address, "See the papers"),
  }),
  demo: { what: "Insurance", name: "Priya Nair", until: "2027-05-01", paper: "insurance" },
  reasonNotToSend: ({ deps, payload }) => reasonAgainstNotice(deps, payload),
});
