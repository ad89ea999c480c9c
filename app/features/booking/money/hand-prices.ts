import { findAssessment, type AssessmentId } from "#app/features/catalogue/catalogue.ts";

export type PriceField = "otherPrice" | `price-${string}`;

/** The control of an assessment's own price, and its name in the history. */
export const priceField = (id: AssessmentId): PriceField => (id === "other" ? "otherPrice" : `price-${id}`);

/** Names the prices that were typed, in pence, so that no others are confirmed with them. */
export const pricesSignature = (prices: Iterable<readonly [AssessmentId, number | null | undefined]>) =>
  [...prices]
    .flatMap(([id, pence]) => (typeof pence === "number" ? [`${id} ${pence}`] : []))
    .sort()
    .join(", ");

export const isPriceField = (field: string): field is PriceField =>
  field === "otherPrice" || field.startsWith("price-");

/** Staff agree a price with the referrer for Other, for what no list prices, and for what the booking has on request:
 * `booked` is its price there, null on request. */
export const isPricedByHand = (id: AssessmentId, booked?: number | null): boolean =>
  id === "other" || booked === null || findAssessment(id)?.isPriceOnRequest === true;
