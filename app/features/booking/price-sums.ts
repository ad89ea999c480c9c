import { PRICE_ON_REQUEST, type BookingPrice } from "#app/features/catalogue/pricing.ts";
import { formatPounds } from "#app/platform/money.ts";
import type { SumRow } from "#app/ui/lists.tsx";

export function priceSums(price: BookingPrice): SumRow[] {
  const hasUnpriced = price.lines.some((line) => line.pricePence === null);
  if (price.isOnlyPriceOnRequest) return [{ name: "Total", value: PRICE_ON_REQUEST, kind: "total" }];
  return [
    { name: "Subtotal", value: formatPounds(price.subtotalPence) },
    ...(price.discountPence > 0
      ? [
          {
            name: "Multi-assessment saving",
            value: `−${formatPounds(price.discountPence)}`,
            kind: "saving" as const,
          },
        ]
      : []),
    ...(hasUnpriced ? [{ name: "Other", value: PRICE_ON_REQUEST }] : []),
    { name: "Total", value: formatPounds(price.totalPence), kind: "total" },
  ];
}

/** No £0 where nothing has a price yet. */
export function closingSums(price: Omit<BookingPrice, "lines">): SumRow[] {
  const words = (pence: number) => (price.isOnlyPriceOnRequest ? PRICE_ON_REQUEST : formatPounds(pence));
  const discount: SumRow = {
    name: "Multi-assessment discount",
    value: `−${formatPounds(price.discountPence)}`,
    kind: "saving",
  };
  return [
    { name: "Subtotal", value: words(price.subtotalPence) },
    ...(price.discountPence > 0 ? [discount] : []),
    { name: "Total", value: words(price.totalPence), kind: "total" },
  ];
}
