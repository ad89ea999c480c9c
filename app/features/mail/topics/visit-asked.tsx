import { text, link, facts, given } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "visit-asked": { questionId: string; assessorId: string };
  }
}

export default mail("visit-asked", {
  label: "Question to an assessor",
  isAboutBooking: true,
  isToOthers: true,
  listed: 24,
  words: {
    subject: "Can you come on {when}?",
    body: inParagraphs(
      "Can you come?",
      "{visit}",
      "{link}",
      "The first who accepts has the visit. Please answer by {deadline}. Opening the link accepts nothing: you accept or decline on the page.",
    ),
  },
  preview: ({ visit }) => `Please answer by ${visit.deadline}.`,
  slots: ({ visit }) => ({
    when: text(visit.when),
    deadline: text(visit.deadline),
    link: link(visit.link, "Accept or decline"),
    visit: facts(
      ["When", visit.when],
      ["Kind", visit.kind],
      ...given("Where", visit.town),
      ["Assessments", visit.assessments],
      ...given("Language", visit.language),
      ["Answer by", visit.deadline],
    ),
  }),
});
