import { formatPounds } from "#app/platform/money.ts";
import { findAssessment, type AssessmentId } from "./catalogue.ts";

/** For each priced assessment after the first, face-to-face only. */
export const MULTI_ASSESSMENT_DISCOUNT_PENCE = 7000;

export const PRICE_ON_REQUEST = "Price on request";

/** `£595`, or `Price on request` for null. */
export function priceText(pence: number | null): string {
  return pence === null ? PRICE_ON_REQUEST : formatPounds(pence);
}

type PricedLine = {
  id: AssessmentId;
  name: string;
  /** Null for price on request. */
  pricePence: number | null;
};

export type BookingPrice = {
  lines: PricedLine[];
  subtotalPence: number;
  /** Positive: subtracted from the subtotal. */
  discountPence: number;
  totalPence: number;
  /** True when something was chosen and none of it has a price: show "Price on request", never £0. */
  isOnlyPriceOnRequest: boolean;
};

/** Pence by assessment id, fixed on a booking; they replace the catalogue's. */
export type FixedPrices = Partial<Record<AssessmentId, number>>;

function priceOf(id: AssessmentId, isVirtual: boolean, fixed: FixedPrices): PricedLine {
  const assessment = findAssessment(id);
  if (!assessment) throw new Error(`No assessment has the id ${id}`);
  if (fixed[id] !== undefined) return { id, name: assessment.name, pricePence: fixed[id] };
  const pricePence = isVirtual
    ? (assessment.virtualPence ?? assessment.faceToFacePence)
    : assessment.faceToFacePence;
  return { id, name: assessment.name, pricePence };
}

/** The price of some assessments: each once, total = subtotal − discount. Other counts only when its price was
 * fixed. */
export function priceBooking(choice: {
  assessmentIds: readonly AssessmentId[];
  isVirtual: boolean;
  fixedPrices?: FixedPrices;
}): BookingPrice {
  const lines = choice.assessmentIds.map((id) => priceOf(id, choice.isVirtual, choice.fixedPrices ?? {}));
  return { lines, ...totalOf(lines, choice.isVirtual) };
}

/** Adds up lines that have prices already, such as those of a booking. */
function totalOf(
  lines: readonly Pick<PricedLine, "pricePence">[],
  isVirtual: boolean,
): Omit<BookingPrice, "lines"> {
  const prices = lines.flatMap((line) => (line.pricePence === null ? [] : [line.pricePence]));
  const subtotalPence = prices.reduce((sum, price) => sum + price, 0);
  const discountPence = isVirtual ? 0 : MULTI_ASSESSMENT_DISCOUNT_PENCE * Math.max(0, prices.length - 1);
  return {
    subtotalPence,
    discountPence,
    totalPence: subtotalPence - discountPence,
    isOnlyPriceOnRequest: lines.length > 0 && prices.length === 0,
  };
}
