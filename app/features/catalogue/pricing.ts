import { formatPounds } from "#app/platform/money.ts";
import { currentOffer, findAssessment, SEED_OFFER, type AssessmentId, type Offer } from "./catalogue.ts";

export const PRICE_ON_REQUEST = "Price on request";

/** `£595`, or `Price on request` for null. */
export const priceText = (pence: number | null): string =>
  pence === null ? PRICE_ON_REQUEST : formatPounds(pence);

type PricedLine = { id: AssessmentId; name: string; pricePence: number | null };

/** Pence by assessment id, fixed on a booking, null for on request; they replace the catalogue's. */
export type FixedPrices = Partial<Record<AssessmentId, number | null>>;

function priceOf(id: AssessmentId, isVirtual: boolean, fixed: FixedPrices, offer: Offer): PricedLine {
  const { name, faceToFacePence, virtualPence } = findAssessment(id, offer)!;
  const listed = isVirtual ? (virtualPence ?? faceToFacePence) : faceToFacePence;
  return { id, name, pricePence: fixed[id] === undefined ? listed : fixed[id] };
}

/** Total = subtotal − discount, in pence. What is on request counts only when its price was fixed. */
export function priceBooking(
  choice: { assessmentIds: readonly AssessmentId[]; isVirtual: boolean; fixedPrices?: FixedPrices },
  offer = currentOffer(),
) {
  const { assessmentIds, isVirtual, fixedPrices = {} } = choice;
  const lines = assessmentIds.map((id) => priceOf(id, isVirtual, fixedPrices, offer));
  const prices = lines.flatMap((line) => (line.pricePence === null ? [] : [line.pricePence]));
  const subtotalPence = prices.reduce((sum, price) => sum + price, 0);
  const isDiscounted = offer.discountModes.includes(isVirtual ? "virtual" : "face-to-face");
  const discountPence = isDiscounted ? offer.discountPence * Math.max(0, prices.length - 1) : 0;
  return {
    lines,
    subtotalPence,
    discountPence,
    totalPence: subtotalPence - discountPence,
    /** Something was chosen and none of it has a price: show "Price on request", never £0. */
    isOnlyPriceOnRequest: lines.length > 0 && prices.length === 0,
  };
}

export type BookingPrice = ReturnType<typeof priceBooking>;

/** `£70 off each priced assessment after the first, face-to-face.`; empty where there is no discount. */
export function discountNote({ discountPence, discountModes } = currentOffer()): string {
  if (discountPence === 0 || discountModes.length === 0) return "";
  const modes = discountModes.length > 1 ? "" : `, ${discountModes[0]}`;
  return `${formatPounds(discountPence)} off each priced assessment after the first${modes}.`;
}

/** `Travel: £1 a mile.`; that fees may apply, where none is set. */
export function travelFeeText(): string {
  const { travelFee } = currentOffer().rules;
  return travelFee === ""
    ? "Travel fees may apply outside our standard coverage area."
    : `Travel: ${travelFee}.`;
}

/** The practice's words on VAT, to stand after an amount and a comma. */
export const vatWords = ({ vatPhrase }: Offer): string =>
  vatPhrase === SEED_OFFER.vatPhrase ? "VAT included" : vatPhrase;

/** A deposit is due so many days before the assessment. */
export const DEPOSIT_DAYS_BEFORE = 7;

/** When a booking that is paid later is to be paid, as a clause for the pages before it; 0 for no deposit. */
export const payLaterWords = (depositPercent: number): string =>
  depositPercent > 0
    ? `a ${depositPercent}% deposit is due at least ${DEPOSIT_DAYS_BEFORE} days before the assessment, and the balance on the day`
    : "the whole price is due after the assessment, without a deposit";
