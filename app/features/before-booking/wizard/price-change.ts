import { currentOffer, type Offer } from "#app/features/catalogue/catalogue.ts";
import { priceBooking, priceText } from "#app/features/catalogue/pricing.ts";
import { isVirtualChosen, type Answers } from "#app/features/booking/fields/steps.ts";
import { selectedIds } from "./selection.ts";

/** The hidden field, and the answer of a draft, that names the price list under which prices were shown. */
export const PRICE_LIST = "priceList";

export type PriceChange = { name: string; from: string; to: string }[];

/** The choice's price under the list shown before, and now; null if both are the same. */
export function priceChange(answers: Answers, before: Offer | null): PriceChange | null {
  const now = currentOffer();
  if (!before || before.listId === now.listId) return null;
  const choice = { assessmentIds: selectedIds(answers), isVirtual: isVirtualChosen(answers) };
  const [old, present] = [priceBooking(choice, before), priceBooking(choice, now)];
  const inWords = ({ isOnlyPriceOnRequest, totalPence }: typeof old) =>
    priceText(isOnlyPriceOnRequest ? null : totalPence);
  const lines = present.lines.map(({ name, pricePence }, index) => ({
    name,
    from: priceText(old.lines[index]!.pricePence),
    to: priceText(pricePence),
  }));
  const discount = {
    name: "Multi-assessment discount",
    from: priceText(old.discountPence),
    to: priceText(present.discountPence),
  };
  const total = { name: "Total", from: inWords(old), to: inWords(present) };
  const vat = { name: "VAT", from: before.vatSentence, to: now.vatSentence };
  const rows = [...lines, discount, total, vat].filter(({ from, to }) => from !== to);
  return rows.length === 0 ? null : rows;
}
