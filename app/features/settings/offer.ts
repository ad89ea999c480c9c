import {
  SEED_OFFER,
  type Assessment,
  type Offer,
  type PricingMode,
} from "#app/features/catalogue/catalogue.ts";
import { SEED_RULES, type BookingRules } from "#app/features/catalogue/booking-rules.ts";
import { travelWords } from "./travel-words.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";

export type AssessmentSetting = {
  /** Never changes: links, bookings and referral forms refer to it. */
  id: string;
  name: string;
  description: string;
  isActive: boolean;
  isFaceToFaceOnly: boolean;
};

/** Pence; null is on request. Without a virtual price, face-to-face's counts. */
export type ListedPrice = { faceToFacePence: number | null; virtualPence: number | null };

export type PriceList = {
  id: string;
  /** The London day from which it applies; empty for the first list. */
  validFrom: IsoDate | "";
  /** UTC; of the first list, and of lists made before this was kept, there is none. */
  madeAt?: string;
  discountPence: number;
  discountModes: PricingMode[];
  /** Per cent. */
  vatRate: number;
  vatPhrase: string;
  vatSentence: string;
  /** Prices by assessment id; an assessment without one is on request. */
  prices: Record<string, ListedPrice>;
};

export type OfferSettings = {
  assessments: { list: AssessmentSetting[] };
  prices: { lists: PriceList[] };
  rules: BookingRules;
};

export const SEED_OFFER_SETTINGS: OfferSettings = {
  rules: SEED_RULES,
  assessments: {
    list: SEED_OFFER.assessments.map(({ id, name, description, hasVirtual }) => ({
      id,
      name,
      description,
      isActive: true,
      isFaceToFaceOnly: !hasVirtual,
    })),
  },
  prices: {
    lists: [
      {
        id: SEED_OFFER.listId,
        validFrom: "",
        discountPence: SEED_OFFER.discountPence,
        discountModes: [...SEED_OFFER.discountModes],
        vatRate: SEED_OFFER.vatRate,
        vatPhrase: SEED_OFFER.vatPhrase,
        vatSentence: SEED_OFFER.vatSentence,
        prices: Object.fromEntries(
          SEED_OFFER.assessments.map(({ id, faceToFacePence, virtualPence }) => [
            id,
            { faceToFacePence, virtualPence },
          ]),
        ),
      },
    ],
  },
};

/** The list that applies on a day: the latest start, and of the same start the latest made. */
export function listOn({ lists }: OfferSettings["prices"], day: IsoDate): PriceList {
  return lists
    .filter(({ validFrom }) => validFrom <= day)
    .reduce((latest, list) => (list.validFrom >= latest.validFrom ? list : latest));
}

function toAssessment(setting: AssessmentSetting, { prices }: PriceList): Assessment {
  const { id, name, description, isFaceToFaceOnly } = setting;
  const { faceToFacePence = null, virtualPence = null } = prices[id] ?? {};
  return {
    id,
    name,
    description,
    faceToFacePence,
    virtualPence: isFaceToFaceOnly ? null : (virtualPence ?? faceToFacePence),
    hasVirtual: !isFaceToFaceOnly,
    isPriceOnRequest: faceToFacePence === null,
  };
}

/** The offer with the prices of one list. Prices are pence, VAT included. */
export function offerUnder({ assessments, rules }: OfferSettings, list: PriceList): Offer {
  const all = (isActive: boolean) =>
    assessments.list.filter((one) => one.isActive === isActive).map((one) => toAssessment(one, list));
  return {
    listId: list.id,
    assessments: all(true),
    retired: all(false),
    discountPence: list.discountPence,
    discountModes: list.discountModes,
    vatRate: list.vatRate,
    vatPhrase: list.vatPhrase,
    vatSentence: list.vatSentence,
    rules,
  };
}

/** `vatFrom` is the London day from which the practice is registered; empty for always. */
type Registration = { vatNumber: string; vatFrom: IsoDate | "" };

/** Whether the practice is registered for VAT on a London day. Only then may it charge VAT, or say that a price
 * includes it (VAT Act 1994, Schedule 11, paragraph 5). */
export const isVatRegistered = ({ vatNumber, vatFrom }: Registration, day: IsoDate) =>
  vatNumber !== "" && vatFrom <= day;

type Vat = Pick<Offer, "vatRate" | "vatPhrase" | "vatSentence">;

export const NO_VAT: Vat = {
  vatRate: 0,
  vatPhrase: "with no VAT",
  vatSentence: "No VAT is charged: we are not registered for VAT.",
};

type WithCompany = { company: Registration };

/** The words on VAT of every page, mail, paper and description on a London day, under this price list. */
export function vatOn<List extends Vat>({ company }: WithCompany, list: List, day: IsoDate): Vat {
  if (!isVatRegistered(company, day)) return NO_VAT;
  return { vatRate: list.vatRate, vatPhrase: list.vatPhrase, vatSentence: list.vatSentence };
}

/** The VAT of the price list that was in force when a booking was made; one made later on that day was not. */
export function bookedVat(settings: Pick<OfferSettings, "prices"> & WithCompany, createdAt: string) {
  const lists = settings.prices.lists.filter(({ madeAt = "" }) => madeAt <= createdAt);
  const day = londonDate(new Date(createdAt));
  return vatOn(settings, listOn({ lists }, day), day);
}

type WithTravel = { charges: { freeMiles: number; milePence: number | null } };
type WithDeposits = { invoices: { hasDeposits: boolean } };

/** The offer under a price list on a London day; `SEED_OFFER` while nothing was set but the VAT number. Without a
 * travel fee in words, the rule of the charges is said; without invoices for deposits, nobody is promised one. */
export function offerOn(
  settings: OfferSettings & WithCompany & Partial<WithTravel & WithDeposits>,
  day: IsoDate,
  list = listOn(settings.prices, day),
): Offer {
  const travelFee = settings.rules.travelFee || (settings.charges ? travelWords(settings.charges) : "");
  const depositPercent = settings.invoices?.hasDeposits === false ? 0 : settings.rules.depositPercent;
  const isSeed =
    depositPercent === SEED_RULES.depositPercent &&
    travelFee === SEED_RULES.travelFee &&
    settings.assessments === SEED_OFFER_SETTINGS.assessments &&
    settings.rules === SEED_RULES &&
    list === SEED_OFFER_SETTINGS.prices.lists[0];
  if (isSeed && isVatRegistered(settings.company, day)) return SEED_OFFER;
  const offer = isSeed
    ? SEED_OFFER
    : offerUnder({ ...settings, rules: { ...settings.rules, travelFee, depositPercent } }, list);
  return { ...offer, ...vatOn(settings, list, day) };
}
