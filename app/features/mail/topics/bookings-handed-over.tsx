import { membershipsOf } from "#app/features/organisations/record/membership.server.ts";
import { ROLES } from "#app/features/organisations/record/roles.ts";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";
import { link, text } from "#app/features/mail/texts/slot-parts.tsx";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** To a member who got the bookings of another one; names nobody. */
    "bookings-handed-over": Leads & { count: number; userId: string; organisationId: string };
  }
}

export default mail("bookings-handed-over", {
  label: "Bookings handed over",
  listed: 38.55,
  words: {
    subject: "Bookings were handed over to you: {number}",
    body: inParagraphs(
      "Bookings were handed over to you",
      "Your organisation handed bookings of another member over to you: {number}. Mails about them come to you from now on where that member was the referrer.",
      "{link}",
    ),
  },
  preview: "They are among your bookings.",
  slots: ({ payload: { count }, address }) => ({
    number: text(String(count)),
    link: link(address, "See your bookings"),
  }),
  demo: { count: 3 },
  reasonNotToSend: async ({ deps, payload: { userId, organisationId } }) => {
    const member = (await membershipsOf(deps, userId)).find((one) => one.organisationId === organisationId);
    return member && ROLES[member.role].seesAnswers ? null : "membership-ended";
  },
});
