import { ACCOUNTS, STAFF, type Personal } from "#app/features/data-protection/personal.ts";
import { eraseClaims } from "./claim-rows.server.ts";
import { deleteDisputes } from "./disputes.server.ts";
import { deleteOldStatements } from "./statements.server.ts";

const OF_DETAILS = { details_sealed: STAFF };
const OF_STATEMENT = { content_sealed: STAFF };
const OF_CLAIM = { details_sealed: STAFF, reason_sealed: STAFF };
const OF_DISPUTE = { text_sealed: STAFF, answer_sealed: STAFF };

export const personal: Personal = {
  activity: "pay",
  tables: {
    assessor_money: { key: "user_id", keptFor: "staff", wordsStay: OF_DETAILS, notExported: OF_DETAILS },
    pay_statements: {
      key: "assessor_id",
      keptFor: "staff",
      wordsStay: OF_STATEMENT,
      notExported: OF_STATEMENT,
    },
    pay_lines: { key: "visit_id", keptFor: "staff", staysBecause: ACCOUNTS, notExported: STAFF },
    pay_disputes: { key: "assessor_id", keptFor: "booking", notExported: OF_DISPUTE },
    pay_claims: { key: "visit_id", keptFor: "staff", staysBecause: ACCOUNTS, notExported: OF_CLAIM },
  },
  // An assessor's words about a line may say more about the visit than they should.
  async eraseBooking(trx, _, bookingId) {
    await deleteDisputes(trx, bookingId);
    await eraseClaims(trx, bookingId);
  },
  purge: ({ db }, { now }) => deleteOldStatements(db, now),
};
