import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { changeBooking, refused } from "#app/features/booking/record/change-booking.server.ts";
import { recordParts, type PaymentResult } from "../own/record-payment.server.ts";
import { takeLine } from "./lines.server.ts";

type Booked = ActedByRequest & {
  lineId: string;
  /** `seenOpen`: the rest that the page showed, in pence; another one is refused. Missing where it showed none. */
  parts: readonly { bookingId: string; pence: number; seenOpen?: number }[];
};

/** Records the payments of a line of the bank, whose parts make its sum. A line is booked once, whoever books it from
 * whichever file. */
export async function bookLine(deps: Deps, { lineId, parts, ...by }: Booked): Promise<PaymentResult> {
  return changeBooking(deps, { bookingId: parts[0]!.bookingId, by }, async (inside) => {
    const line = await takeLine(inside.db, inside, { id: lineId, by: by.actor.id });
    if (!line || line.pence !== parts.reduce((sum, { pence }) => sum + pence, 0)) return refused("booked");
    return recordParts(inside, {
      ...by,
      parts,
      way: "bank",
      on: line.day,
      note: line.words,
      lineHash: line.hash,
    });
  });
}
