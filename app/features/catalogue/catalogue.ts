import { SEED_RULES, type BookingRules } from "./booking-rules.ts";

export type AssessmentId = string;

export type Assessment = {
  id: AssessmentId;
  name: string;
  description: string;
  /** Null only for price on request. */
  faceToFacePence: number | null;
  /** Null where it is face-to-face only, and for price on request. */
  virtualPence: number | null;
  hasVirtual: boolean;
  /** No list has a price for it, as for Other: it is agreed later. */
  isPriceOnRequest: boolean;
};

/** Without a price it is on request. */
function seed<Id extends string>(
  id: Id,
  name: string,
  faceToFacePence: number | null,
  virtualPence: number | null,
  description: string,
): Assessment & { id: Id } {
  const isPriceOnRequest = faceToFacePence === null;
  const hasVirtual = virtualPence !== null || isPriceOnRequest;
  return { id, name, description, faceToFacePence, virtualPence, hasVirtual, isPriceOnRequest };
}

export const SEED_ASSESSMENTS = [
  seed(
    "property-finance",
    "Property and Finance Capacity Assessment",
    59500,
    49800,
    "Whether the person can manage their money and property: bank accounts, bills, benefits, savings and their home. Often needed for an application to the Court of Protection.",
  ),
  seed(
    "health-welfare",
    "Health and Welfare Capacity Assessment",
    59500,
    49800,
    "Whether the person can make decisions about their care, their medical treatment, and where they live.",
  ),
  seed(
    "capacity-will",
    "Capacity to Make a Will",
    59500,
    49800,
    "Whether the person understands what a will does, what they own, and who might expect to benefit, so that a will can be made or changed.",
  ),
  seed(
    "capacity-litigate",
    "Capacity to Litigate Assessment",
    67200,
    59500,
    "Whether the person can take part in court proceedings: understand advice, weigh it up, and give instructions to a solicitor.",
  ),
  seed(
    "lpa-property-affairs",
    "Lasting Power of Attorney Capacity Assessment (Property and Affairs)",
    67200,
    null,
    "Whether the person can choose somebody to look after their money and property for them, and understands what that power allows.",
  ),
  seed(
    "lpa-health-welfare",
    "Lasting Power of Attorney Capacity Assessment (Health and Welfare)",
    67200,
    null,
    "Whether the person can choose somebody to make decisions about their health and care for them, and understands what that power allows.",
  ),
  seed(
    "capacity-gift",
    "Capacity to Make a Gift",
    67200,
    null,
    "Whether the person understands the gift or loan they wish to make, and what it means for their own future.",
  ),
  seed(
    "capacity-sell-property",
    "Capacity to Sell Property",
    67200,
    null,
    "Whether the person understands the sale of their home or other property, its price, and where they would live afterwards.",
  ),
  seed(
    "capacity-buy-property",
    "Capacity to Buy Property",
    67200,
    null,
    "Whether the person understands the purchase of a property, its cost, and the duties that come with owning it.",
  ),
  seed(
    "other",
    "Other",
    null,
    null,
    "Another decision, or something you are unsure about. Tell us in a few words what is needed, and we will agree a price with you first.",
  ),
];

/** Built in. A practice adds its own, so that any text may be an id. */
export type SeedAssessmentId = (typeof SEED_ASSESSMENTS)[number]["id"];

export const ASSESSMENTS: readonly Assessment[] = SEED_ASSESSMENTS;

export type Offer = {
  listId: string;
  assessments: readonly Assessment[];
  /** No longer offered; earlier bookings have them. */
  retired: readonly Assessment[];
  /** Taken off for each priced assessment after the first, in these modes. */
  discountPence: number;
  discountModes: readonly PricingMode[];
  /** Per cent, in every price. */
  vatRate: number;
  vatPhrase: string;
  vatSentence: string;
  rules: BookingRules;
  /** The terms of an organisation's agreement, under which the offer is made. */
  agreed?: Agreed;
};

/** Terms that an agreement adds to an offer. */
export type Agreed = {
  id: string;
  daysToPay: number;
  /** The organisation may have a booking put on its account. */
  isOnAccount: boolean;
  /** An invoice waits for the number of a purchase order. */
  needsPo: boolean;
  /** Working days from the visit to the report; null for the practice's own. */
  reportDays: number | null;
};

export type PricingMode = "face-to-face" | "virtual";

export const SEED_OFFER: Offer = {
  listId: "seed",
  assessments: ASSESSMENTS,
  retired: [],
  discountPence: 7000,
  discountModes: ["face-to-face"],
  vatRate: 20,
  vatPhrase: "including VAT",
  vatSentence: "Prices include VAT.",
  rules: SEED_RULES,
};

let source = () => SEED_OFFER;
let scope: () => Offer | undefined = () => undefined;

/** The offer of the agreement that this request is about; else that of this process now. In a browser, the one that
 * came with its page. */
export const currentOffer = (): Offer => scope() ?? source();

export function setOfferScope(next: () => Offer | undefined): void {
  scope = next;
}

export const noticeText = (): string => inUnits(currentOffer().rules.noticeDays, "day");

/** `7 days’ notice`, `1 day’s notice` */
export function noticePeriod(): string {
  const { noticeDays } = currentOffer().rules;
  return `${inUnits(noticeDays, "day")}${noticeDays === 1 ? "’s" : "’"} notice`;
}

/** The hours of a booking's agreement, where it has any; else those of the offer. */
export const promiseText = (hours: number | null = null): string =>
  inUnits(hours ?? currentOffer().rules.promiseHours, "hour");

const inUnits = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

export function setOfferSource(next: () => Offer): void {
  source = next;
}

/** With everything that was ever offered, for earlier bookings. */
export function wholeOffer(): Offer {
  const offer = currentOffer();
  return { ...offer, assessments: [...offer.assessments, ...offer.retired], retired: [] };
}

export function findAssessment(id: string, offer = currentOffer()): Assessment | undefined {
  const isIt = (assessment: Assessment) => assessment.id === id;
  return offer.assessments.find(isIt) ?? offer.retired.find(isIt);
}

/** An offered one by its id or name, also by the specification's name. */
function findOffered(idOrName: string, { assessments }: Offer): Assessment | undefined {
  const seedId = ASSESSMENTS.find(({ name }) => name === idOrName)?.id;
  return (
    assessments.find(({ id, name }) => id === idOrName || name === idOrName) ??
    assessments.find(({ id }) => id === seedId)
  );
}

/** Reads ids or names: each known assessment once, in the order of the offer, and the unknown entries apart. */
export function readAssessments(idsOrNames: readonly string[], offer = currentOffer()) {
  const wanted = idsOrNames.map((entry) => entry.trim()).filter((entry) => entry !== "");
  const found = new Set(wanted.map((entry) => findOffered(entry, offer)?.id));
  return {
    ids: offer.assessments.map((assessment) => assessment.id).filter((id) => found.has(id)),
    unknown: wanted.filter((entry) => !findOffered(entry, offer)),
  };
}

/** The id of an offered or retired assessment that is given by id or name; anything else as it is. */
export const assessmentIdOf = (idOrName: string): string =>
  findOffered(idOrName.trim(), wholeOffer())?.id ?? idOrName;

export const isAvailable = (id: AssessmentId, isVirtual: boolean): boolean =>
  !isVirtual || (findAssessment(id)?.hasVirtual ?? false);
