import { priceBooking, priceText } from "#app/features/catalogue/pricing.ts";
import { offerUnder, type OfferSettings, type PriceList } from "#app/features/settings/offer.ts";

export type PricesPreview = { mode: string; rows: { name: string; from: string; to: string }[] }[];

const LINES = 3;

/** The first three priced assessments, in each mode, under both lists. */
export function previewPrices(settings: OfferSettings, before: PriceList, after: PriceList): PricesPreview {
  const [old, now] = [offerUnder(settings, before), offerUnder(settings, after)];
  return [false, true].flatMap((isVirtual) => {
    const assessmentIds = now.assessments
      .filter(({ faceToFacePence, hasVirtual }) => faceToFacePence !== null && (hasVirtual || !isVirtual))
      .slice(0, LINES)
      .map(({ id }) => id);
    if (assessmentIds.length === 0) return [];
    const [from, to] = [old, now].map((offer) => priceBooking({ assessmentIds, isVirtual }, offer));
    const rows = [
      ...to!.lines.map(({ name, pricePence }, index) => ({
        name,
        from: priceText(from!.lines[index]!.pricePence),
        to: priceText(pricePence),
      })),
      { name: "Discount", from: priceText(from!.discountPence), to: priceText(to!.discountPence) },
      { name: "Total", from: priceText(from!.totalPence), to: priceText(to!.totalPence) },
      {
        name: "VAT in it",
        from: priceText(vatIn(from!.totalPence, before.vatRate)),
        to: priceText(vatIn(to!.totalPence, after.vatRate)),
      },
    ];
    return [{ mode: isVirtual ? "Virtual" : "Face-to-face", rows }];
  });
}

/** The VAT in an amount that includes it, to the nearest penny. */
function vatIn(pence: number, ratePercent: number): number {
  return Math.round((pence * ratePercent) / (100 + ratePercent));
}
