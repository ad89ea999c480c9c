import type { Personal } from "#app/features/data-protection/personal.ts";
import { chargesOf } from "./charge-rows.server.ts";

const KEPT_YEARS = 6;

export const personal: Personal = {
  async exportBooking(deps, bookingId) {
    return {
      charges: (await chargesOf(deps, [bookingId])).map(
        ({ id: _, bookingId: __, documentId: ___, proposedBy: ____, cause: _____, ...charge }) => charge,
      ),
    };
  },
  async purge({ db }, { now }) {
    await db
      .deleteFrom("charges")
      .where("details_sealed", "is", null)
      .where("proposed_at", "<", `${now.getUTCFullYear() - KEPT_YEARS}-01-01`)
      .execute();
  },
};
