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

const namesOnRequest = ({ lines }: BookingPrice) =>
  lines.filter(({ pricePence }) => pricePence === null).map(({ name }) => name);

/** ` Other is priced on request and not in the total.`, after another sentence; empty where the total says it all. */
export function onRequestText(price: BookingPrice): string {
  const names = namesOnRequest(price);
  if (names.length === 0 || price.isOnlyPriceOnRequest) return "";
  const list = [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");
  return ` ${list} ${names.length === 1 ? "is" : "are"} priced on request and not in the total.`;
}

/** Rows of step 2's total panel. With nothing but prices on request, the total alone. */
export function priceSums(price: BookingPrice): SumRow[] {
  const unpriced = namesOnRequest(price).map((name) => ({ name, value: PRICE_ON_REQUEST }));
  const rows = sums(price, "Multi-assessment saving", unpriced);
  return price.isOnlyPriceOnRequest ? rows.slice(-1) : rows;
}

/** Rows of a booking's totals on the pages after step 2. */
export const closingSums = (price: Totals): SumRow[] => sums(price, "Multi-assessment discount");
