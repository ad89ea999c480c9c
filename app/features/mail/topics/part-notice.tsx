import { reasonAgainstPartMail } from "#app/features/contributions/part-mails.server.ts";
import { text, link, paragraphs, newsInWords, NEWS_ADVICE } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the office: about what staff asked, or a fee. */
    "part-notice": Leads & { contributionId: string; news: PartNews };
  }
}

export default mail("part-notice", {
  label: "To the office: news of a part",
  isAboutBooking: true,
  isToOthers: true,
  listed: 50,
  words: {
    subject: "{news}: booking {reference}",
    body: inParagraphs(
      "{news}",
      "This is about booking {reference}, for which somebody was asked to fill in a part.",
      "{advice}",
      "{link}",
    ),
  },
  preview: "See the page for what comes next.",
  slots: ({ payload: { news }, address }) => ({
    news: text(newsInWords(news, "Somebody whom you asked")),
    advice: paragraphs([NEWS_ADVICE[news]]),
    link: link(address, "See what was asked"),
  }),
  demo: { contributionId: "", news: "answered" },
  reasonNotToSend: ({ deps, payload }) => reasonAgainstPartMail(deps, "part-notice", payload),
});
