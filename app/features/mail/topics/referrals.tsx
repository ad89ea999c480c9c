import type { BookingMailFiles } from "#app/features/mail/mail-file.ts";
import {
  link,
  papers,
  text,
  paragraphs,
  newsInWords,
  NEWS_ADVICE,
  partSlots,
} from "#app/features/mail/texts/slot-parts.tsx";
import { mailName } from "#app/features/mail/mail-text.ts";
import { reasonAgainstPartMail } from "#app/features/contributions/part-mails.server.ts";
import { reasonAgainstReminder } from "#app/features/mail/reasons.server.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "referral-reminder": { day: number };
    "referral-received": Record<never, never>;
    /** To the referrer who asked, by the name that they gave. */
    "part-news": { contributionId: string; news: PartNews; name: string };
    /** To somebody who is asked to fill in a part; not sent once that link was replaced, or no answer is needed. */
    "part-asked": PartLink;
    "part-reminder": PartLink;
    /** `contributionId` when the booking is about somebody else now; not sent when that was put right. */
    "part-closed": { contributionId?: string };
    /** To the office: about what staff asked, or a fee. */
    "part-notice": Leads & { contributionId: string; news: PartNews };
  }
}

export const toReferrer: BookingMailFiles = {
  "referral-reminder": {
    label: "Referral form reminder",
    listed: 34,
    subject: "Referral forms for booking {reference}",
    body: [
      "{greeting}",
      "The referral forms for booking {reference} have not been submitted yet. The assessor needs them to prepare. You can fill in what you know, stop, and come back; everything is kept.",
      "{link}",
      "If you would rather do this by phone, call us and we will go through them together.",
      "{stop}",
    ],
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
  },
  "referral-received": {
    label: "Referral form received",
    listed: 35,
    subject: "Referral forms received for booking {reference}",
    body: [
      "{thanks}",
      "We have received the referral forms for booking {reference}. There is nothing more for you to do now.",
      "If something changes, you can open the forms again and correct them.",
      "{link}",
    ],
    preview: "Thank you. The assessor now has what they need to prepare.",
    slots: ({ booking }) => ({ link: link(booking.links.referral, "Open the referral forms") }),
  },
  "part-news": {
    label: "News of a part",
    listed: 49,
    subject: "{news}: booking {reference}",
    body: [
      "{news}",
      "This is about your booking {reference}, for which you asked somebody to fill in a part.",
      "{advice}",
      "{link}",
    ],
    preview: "See the page for what comes next.",
    button: "See what was asked",
    slots: ({ payload: { news, name } }) => ({
      news: text(newsInWords(news, mailName(name) ?? "The person whom you asked")),
      advice: paragraphs([NEWS_ADVICE[news]]),
    }),
    demo: { contributionId: "", news: "answered", name: "Dr Sarah Green" },
    reasonNotToSend: ({ deps, payload }) => reasonAgainstPartMail(deps, "part-news", payload),
  },
};

export const toOthers: BookingMailFiles = {
  "part-asked": {
    label: "Request to fill in a part",
    secret: "address",
    listed: 46,
    subject: "Can you help with a form? {company}",
    body: [
      "Can you help with a form?",
      "{asker} has asked us to send you this. We are {company}, and we prepare a visit to somebody whom you know or look after. Some questions are better answered by you.",
      "The page first asks for that person’s date of birth, and shows no name before. You need no account. Please answer by {until}.",
      "{link}",
      "You may refuse, and you need not say why:",
      "{refuse}",
      "If you wonder whether this email is genuine, or want to ask something first, please ring us on {phone} and say the reference {reference}.",
    ],
    preview: "It takes a few minutes, and you may refuse.",
    slots: partSlots,
    demo: { contributionId: "", version: 1, untilOn: "2027-03-24", isByStaff: false },
    reasonNotToSend: ({ deps, payload }) => reasonAgainstPartMail(deps, "part-asked", payload),
  },
  "part-reminder": {
    label: "Reminder to fill in a part",
    secret: "address",
    listed: 47,
    subject: "Reminder: can you help with a form? {company}",
    body: [
      "Can you still help with a form?",
      "{asker} asked you through us, {company}, to answer some questions about somebody whom you know or look after. We have no answer yet.",
      "The page first asks for that person’s date of birth, and shows no name before. Please answer by {until}.",
      "{link}",
      "You may refuse, and you need not say why:",
      "{refuse}",
      "If you wonder whether this email is genuine, please ring us on {phone} and say the reference {reference}.",
    ],
    preview: "It takes a few minutes, and you may refuse.",
    slots: partSlots,
    demo: { contributionId: "", version: 1, untilOn: "2027-03-24", isByStaff: false },
    reasonNotToSend: ({ deps, payload }) => reasonAgainstPartMail(deps, "part-reminder", payload),
  },
  "part-closed": {
    label: "Part no longer needed",
    listed: 48,
    subject: "The form is no longer needed. {company}",
    body: [
      "The form is no longer needed",
      "We had asked you to help with a form (reference {reference}). Your answers are no longer needed, and the link no longer works. You need do nothing.",
      "If you have a question, please ring us on {phone}.",
    ],
    preview: "You need do nothing.",
    reasonNotToSend: ({ deps, payload }) => reasonAgainstPartMail(deps, "part-closed", payload),
  },
  "part-notice": {
    label: "To the office: news of a part",
    listed: 50,
    subject: "{news}: booking {reference}",
    body: [
      "{news}",
      "This is about booking {reference}, for which somebody was asked to fill in a part.",
      "{advice}",
      "{link}",
    ],
    preview: "See the page for what comes next.",
    button: "See what was asked",
    slots: ({ payload: { news } }) => ({
      news: text(newsInWords(news, "Somebody whom you asked")),
      advice: paragraphs([NEWS_ADVICE[news]]),
    }),
    demo: { contributionId: "", news: "answered" },
    reasonNotToSend: ({ deps, payload }) => reasonAgainstPartMail(deps, "part-notice", payload),
  },
};
