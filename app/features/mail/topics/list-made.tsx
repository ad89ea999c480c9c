import { link, list, text } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** To the member who uploaded a list, and to the practice. `bookings`: reference and matter of each. */
    "list-made": Leads & { bookings: string[] };
  }
}

export default mail("list-made", {
  label: "To a member and the practice: bookings from a list",
  words: {
    subject: "{number} made from a list",
    body: inParagraphs("{number} made from a list", "{bookings}", "{link}"),
  },
  preview: "Each with its reference.",
  slots: ({ payload: { bookings }, address }) => ({
    number: text(bookings.length === 1 ? "1 booking was" : `${bookings.length} bookings were`),
    bookings: list(bookings),
    link: link(address, "See the bookings"),
  }),
  demo: { bookings: ["MCA-3467-9ACD, HART-0042", "MCA-2345-6789"] },
});
