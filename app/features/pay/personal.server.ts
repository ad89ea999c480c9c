import type { Personal } from "#app/features/data-protection/personal.ts";
import { deleteDisputes } from "./disputes.server.ts";
import { deleteOldStatements } from "./statements.server.ts";

export const personal: Personal = {
  // An assessor's words about a line may say more about the visit than they should.
  eraseBooking: (trx, _, bookingId) => deleteDisputes(trx, bookingId),
  purge: ({ db }, { now }) => deleteOldStatements(db, now),
};
