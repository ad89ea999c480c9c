import type { Personal } from "#app/features/data-protection/personal.ts";
import { eraseMails, outboxOf, purgeMailBodies } from "./erase-mails.server.ts";

export const personal: Personal = {
  activity: "messages",
  tables: {
    outbox: {
      key: "booking_id",
      keptFor: "mail",
      changesWhileRestricted:
        "Trying or cancelling a mail says nothing of the person; the worker sends nothing about somebody restricted.",
    },
    reminder_opt_outs: {
      key: "booking_id",
      keptFor: "booking",
      staysBecause: "A booking's number and a time.",
    },
  },
  async eraseBooking(trx, _, bookingId) {
    const mailIds = (await outboxOf(trx, { bookingId })).map(({ id }) => id);
    await eraseMails(trx, mailIds);
    return { mailIds };
  },
  purge: async (deps, { cutoffs, kept }) => ({
    mails: await purgeMailBodies(deps, cutoffs.mailBodies, kept),
  }),
};
