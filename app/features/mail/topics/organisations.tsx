import type { Deps } from "#app/deps.server.ts";
import type { OtherMailFiles } from "#app/features/mail/mail-file.ts";
import { ROLES } from "#app/features/organisations/record/roles.ts";
import { bookingsById } from "#app/features/booking/record/find-booking.server.ts";
import { formatMonth } from "#app/platform/dates.ts";
import { lacksPo, PO_WAITS } from "#app/features/booking/money/payment-terms.ts";
import { text, list, paragraphs } from "#app/features/mail/texts/slot-parts.tsx";
import { membershipsOf } from "#app/features/organisations/record/membership.server.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** To somebody who is invited to be a member of an organisation; not sent once the link was used or replaced. */
    "organisation-invitation": { membershipId: string; version: number };
    /** To a member who got the bookings of another one; names nobody. */
    "bookings-handed-over": Leads & { count: number; userId: string; organisationId: string };
    /** To a member who reads the organisation's statements, for a month `YYYY-MM`. Neither names nor amounts. */
    "organisation-statement": Leads & { month: string; userId: string; organisationId: string };
    /** To the member who made bookings from a list, and to the practice (`userId` null). `left`: rows that were not
     * booked. `bookings` (reference and matter of each) and `lackingPo` are read when it is sent. */
    "list-made": Leads & {
      bookingIds: string[];
      organisationId: string;
      userId: string | null;
      left: number;
      bookings?: string[];
      lackingPo?: number;
    };
  }
}

const count = (rows: number, what: string) => (rows === 1 ? `1 ${what} was` : `${rows} ${what}s were`);

const bookingsOf = async (deps: Deps, ids: string[]) =>
  (await bookingsById(deps.db, ids)).filter(({ status }) => status !== "cancelled");

export const others: OtherMailFiles = {
  "organisation-invitation": {
    label: "Invitation to an organisation",
    isUrgent: true,
    secret: "address",
    listed: 38.5,
    livesMinutes: 48 * 60,
    subject: "Join your organisation at {company}",
    body: [
      "You are invited",
      "Somebody of your organisation, or we for them, invited you to book capacity assessments in its name, and to see how they go.",
      "{link}",
      "The link works once, within 48 hours, and for this email address alone. If you did not expect it, you need do nothing.",
    ],
    preview: "The link works once, within 48 hours.",
    button: "Join",
    demo: { membershipId: "", version: 1 },
  },
  "bookings-handed-over": {
    label: "Bookings handed over",
    listed: 38.55,
    subject: "Bookings were handed over to you: {number}",
    body: [
      "Bookings were handed over to you",
      "Your organisation handed bookings of another member over to you: {number}. Mails about them come to you from now on where that member was the referrer.",
      "{link}",
    ],
    preview: "They are among your bookings.",
    button: "See your bookings",
    slots: ({ payload: { count } }) => ({ number: text(String(count)) }),
    demo: { count: 3 },
    reasonNotToSend: async ({ deps, payload: { userId, organisationId } }) => {
      const member = (await membershipsOf(deps, userId)).find((one) => one.organisationId === organisationId);
      return member && ROLES[member.role].seesAnswers ? null : "membership-ended";
    },
  },
  "organisation-statement": {
    label: "Statement of an organisation",
    listed: 38.6,
    subject: "Your statement for {month}",
    body: [
      "Your statement for {month}",
      "Your organisation’s statement has invoices, credit notes, payments and the balance, by reference.",
      "{link}",
      "Members with the role Billing get this once a month; without one, the Owners.",
    ],
    preview: "Invoices, payments and the balance, by reference.",
    button: "See the statement",
    slots: ({ payload: { month } }) => ({ month: text(formatMonth(month)) }),
    demo: { month: "2027-03" },
    reasonNotToSend: async ({ deps, payload: { userId, organisationId } }) => {
      const member = (await membershipsOf(deps, userId)).find((one) => one.organisationId === organisationId);
      return member && ROLES[member.role].seesMoney && ROLES[member.role].seesAll ? null : "membership-ended";
    },
  },
  "list-made": {
    label: "To a member and the practice: bookings from a list",
    subject: "{number} made from a list",
    body: ["{number} made from a list", "{bookings}", "{left}", "{po}", "{link}"],
    preview: "Each with its reference.",
    button: "See the bookings",
    slots: ({ payload: { bookingIds, bookings = [], lackingPo = 0, left } }) => ({
      number: text(count(bookingIds.length, "booking")),
      bookings: list(bookings),
      left:
        left > 0
          ? paragraphs([`${count(left, "row")} not booked and can still be booked from the list.`])
          : undefined,
      po:
        lackingPo > 0
          ? paragraphs([
              `${lackingPo} of the bookings ${lackingPo === 1 ? "has" : "have"} no PO number. ${PO_WAITS}`,
            ])
          : undefined,
    }),
    demo: {
      bookingIds: ["1", "2"],
      bookings: ["MCA-3467-9ACD, HART-0042", "MCA-2345-6789"],
      left: 1,
      lackingPo: 1,
    },
    read: async ({ deps, payload: { bookingIds } }) => {
      const found = new Map((await bookingsOf(deps, bookingIds)).map((one) => [one.id, one]));
      const bookings = bookingIds.flatMap((id) => found.get(id) ?? []);
      return {
        bookings: bookings.map((one) => [one.reference, one.matter_reference].filter(Boolean).join(", ")),
        lackingPo: bookings.filter(lacksPo).length,
      };
    },
    reasonNotToSend: async ({ deps, payload: { bookingIds, userId, organisationId } }) => {
      const isMember = async () =>
        (await membershipsOf(deps, userId!)).some(
          (one) => one.organisationId === organisationId && ROLES[one.role].books,
        );
      if (userId !== null && !(await isMember())) return "membership-ended";
      return (await bookingsOf(deps, bookingIds)).length === 0 ? "booking-cancelled" : null;
    },
  },
};
