import { lacksPo, PO_WAITS } from "#app/features/booking/money/payment-terms.ts";
import { bookingsById } from "#app/features/booking/record/find-booking.server.ts";
import { membershipsOf } from "#app/features/organisations/record/membership.server.ts";
import { ROLES } from "#app/features/organisations/record/roles.ts";
import { link, list, paragraphs, text } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";
import type { Deps } from "#app/deps.server.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
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

export default mail("list-made", {
  label: "To a member and the practice: bookings from a list",
  words: {
    subject: "{number} made from a list",
    body: inParagraphs("{number} made from a list", "{bookings}", "{left}", "{po}", "{link}"),
  },
  preview: "Each with its reference.",
  slots: ({ payload: { bookingIds, bookings = [], lackingPo = 0, left }, address }) => ({
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
    link: link(address, "See the bookings"),
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
});
