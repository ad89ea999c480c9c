import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { CustomerCharge } from "./staff-charges.server.ts";

/** `£17.80 agreed`, `£17.80 agreed, 1 to answer`, for the page of a booking. */
export function furtherCharges(charges: readonly Pick<CustomerCharge, "standing" | "pence">[]): string {
  const of = (...standings: string[]) => charges.filter(({ standing }) => standings.includes(standing));
  const pence = of("agreed", "invoiced").reduce((sum, charge) => sum + charge.pence, 0);
  const open = of("proposed").length;
  const words = [
    ...(pence > 0 ? [`${formatPoundsAndPence(pence)} agreed`] : []),
    ...(open > 0 ? [`${open} to answer`] : []),
  ];
  return words.join(", ") || "None agreed";
}
