import { PRICE_ON_REQUEST, type BookingPrice } from "#app/features/catalogue/pricing.ts";
import { formatPounds } from "#app/platform/money.ts";

type SumRow = { name: string; value: string; kind?: "saving" | "total" };

/** The total panel's rows: subtotal, saving when there is one, what is priced on request, total. Pure. */
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
