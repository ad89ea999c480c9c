import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, refused } from "#app/features/booking/record/change-booking.server.ts";
import { recordPayment, type PaymentResult } from "../own/record-payment.server.ts";
import { takeLine } from "./lines.server.ts";

type Booked = ActedByRequest & {
  lineId: string;
  bookingId: string;
  /** The rest to pay that the page showed, in pence: another one is refused. Null where it showed none. */
  seenOpen: number | null;
};

/** Records the payment of a line of the bank. A line is booked once, whoever books it from whichever file. */
export async function bookLine(
  deps: Deps,
  { lineId, bookingId, seenOpen, ...by }: Booked,
): Promise<PaymentResult> {
  return changeBooking(deps, { bookingId, by }, async (inside): Promise<PaymentResult> => {
    const line = await takeLine(inside.db, inside, { id: lineId, by: by.actor.id });
    if (!line) return refused("booked");
    return recordPayment(inside, {
      ...{ ...by, bookingId, pence: line.pence, way: "bank", on: line.day },
      ...{ note: line.words, lineHash: line.hash, ...(seenOpen !== null && { seenOpen }) },
    });
  });
}
