import { mailName } from "#app/features/mail/mail-text.ts";
import { reasonAgainstPartMail } from "#app/features/contributions/part-mails.server.ts";
import { text, link, paragraphs, newsInWords, NEWS_ADVICE } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the referrer who asked, by the name that they gave. */
    "part-news": { contributionId: string; news: PartNews; name: string };
  }
}

export default mail("part-news", {
  label: "News of a part",
  isAboutBooking: true,
  listed: 49,
  words: {
    subject: "{news}: booking {reference}",
    body: inParagraphs(
      "{news}",
      "This is about your booking {reference}, for which you asked somebody to fill in a part.",
      "{advice}",
      "{link}",
    ),
  },
  preview: "See the page for what comes next.",
  slots: ({ payload: { news, name }, address }) => ({
    news: text(newsInWords(news, mailName(name) ?? "The person whom you asked")),
    advice: paragraphs([NEWS_ADVICE[news]]),
    link: link(address, "See what was asked"),
  }),
  demo: { contributionId: "", news: "answered", name: "Dr Sarah Green" },
  reasonNotToSend: ({ deps, payload }) => reasonAgainstPartMail(deps, "part-news", payload),
});
