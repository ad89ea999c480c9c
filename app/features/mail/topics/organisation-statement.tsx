import { membershipsOf } from "#app/features/organisations/record/membership.server.ts";
import { ROLES } from "#app/features/organisations/record/roles.ts";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";
import { link, text } from "#app/features/mail/texts/slot-parts.tsx";
import { formatMonth } from "#app/platform/dates.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** To a member who reads the organisation's statements, for a month `YYYY-MM`. Neither names nor amounts. */
    "organisation-statement": Leads & { month: string; userId: string; organisationId: string };
  }
}

export default mail("organisation-statement", {
  label: "Statement of an organisation",
  listed: 38.6,
  words: {
    subject: "Your statement for {month}",
    body: inParagraphs(
      "Your statement for {month}",
      "Your organisation’s statement has invoices, credit notes, payments and the balance, by reference.",
      "{link}",
      "Members with the role Billing get this once a month; without one, the Owners.",
    ),
  },
  preview: "Invoices, payments and the balance, by reference.",
  slots: ({ payload: { month }, address }) => ({
    month: text(formatMonth(month)),
    link: link(address, "See the statement"),
  }),
  demo: { month: "2027-03" },
  reasonNotToSend: async ({ deps, payload: { userId, organisationId } }) => {
    const member = (await membershipsOf(deps, userId)).find((one) => one.organisationId === organisationId);
    return member && ROLES[member.role].seesMoney && ROLES[member.role].seesAll ? null : "membership-ended";
  },
});
