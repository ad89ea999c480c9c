import { PRICE_ON_REQUEST, type BookingPrice } from "#app/features/catalogue/pricing.ts";
import { formatPounds } from "#app/platform/money.ts";
import type { SumRow } from "#app/ui/lists.tsx";

type Totals = Omit<BookingPrice, "lines">;

/** No £0 where nothing has a price yet. */
function sums(price: Totals, discountName: string, unpriced: SumRow[] = []): SumRow[] {
  const words = (pence: number) => (price.isOnlyPriceOnRequest ? PRICE_ON_REQUEST : formatPounds(pence));
  const discount: SumRow = {
    name: discountName,
    value: `−${formatPounds(price.discountPence)}`,
    kind: "saving",
  };
  return [
    { name: "Subtotal", value: words(price.subtotalPence) },
    ...(price.discountPence > 0 ? [discount] : []),
    ...unpriced,
    { name: "Total", value: words(price.totalPence), kind: "total" },
  ];
}

export function priceSums(price: BookingPrice): SumRow[] {
  const hasUnpriced = price.lines.some((line) => line.pricePence === null);
  const unpriced = hasUnpriced ? [{ name: "Other", value: PRICE_ON_REQUEST }] : [];
  const rows = sums(price, "Multi-assessment saving", unpriced);
  return price.isOnlyPriceOnRequest ? rows.slice(-1) : rows;
}

export function closingSums(price: Totals): SumRow[] {
  return sums(price, "Multi-assessment discount");
}
