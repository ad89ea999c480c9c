import type { Assessment, AssessmentId, Offer } from "#app/features/catalogue/catalogue.ts";
import { discountNote, priceText } from "#app/features/catalogue/pricing.ts";
import { formatDate, type IsoDate } from "#app/platform/dates.ts";
import { divideRounded, formatPounds } from "#app/platform/money.ts";

/** Pence; null where the list counts, less the per cent. */
export type AgreedPrice = { faceToFacePence: number | null; virtualPence: number | null };

/** Terms of an agreement with an organisation. Money is whole pence, per cents are whole. */
export type AgreementTerms = {
  /** Off the price list, for what has no price of its own here. */
  percentOff: number;
  prices: Readonly<Record<AssessmentId, AgreedPrice>>;
  /** The list's discount for several assessments. */
  hasDiscount: boolean;
  /** 0 for no deposit. */
  depositPercent: number;
  daysToPay: number;
  isOnAccount: boolean;
  needsPo: boolean;
  /** Words in place of the practice's; empty for these. */
  cancelWords: string;
  travelWords: string;
  capPence: number | null;
  /** Clocks: hours to the first contact, working days to the visit and from it to the report. */
  contactHours: number | null;
  visitDays: number | null;
  reportDays: number | null;
  /** A key of the report's templates; any other for the one that the referral asks for. */
  template: string;
  needsReview: boolean;
};

/** An agreement's days; both belong to it. */
export type Term = { validFrom: IsoDate; validUntil: IsoDate | null };

export type Agreement = Term & { id: string; reference: string; terms: AgreementTerms };

export const isOn = ({ validFrom, validUntil }: Term, day: IsoDate) =>
  validFrom <= day && (validUntil === null || day <= validUntil);

export const overlaps = (one: Term, other: Term) =>
  (one.validUntil === null || other.validFrom <= one.validUntil) &&
  (other.validUntil === null || one.validFrom <= other.validUntil);

/** `1 Dec 2026 to 30 Nov 2027`, `from 1 Dec 2026` */
export const termWords = ({ validFrom, validUntil }: Term) =>
  validUntil ? `${formatDate(validFrom)} to ${formatDate(validUntil)}` : `from ${formatDate(validFrom)}`;

/** Another assessment is agreed case by case. */
export const isPriceable = ({ id }: Pick<Assessment, "id">) => id !== "other";

function agreedAssessment(assessment: Assessment, { percentOff, prices }: AgreementTerms): Assessment {
  const { faceToFacePence: listed, virtualPence: listedVirtual, hasVirtual } = assessment;
  const off = (pence: number | null) => pence && divideRounded(pence * (100 - percentOff), 100);
  const own = isPriceable(assessment) ? prices[assessment.id] : undefined;
  const faceToFacePence = own?.faceToFacePence ?? off(listed);
  // Without a virtual price of its own on the list, it costs what a visit costs.
  const follows = listedVirtual === listed;
  const virtual = own?.virtualPence ?? (follows ? faceToFacePence : off(listedVirtual));
  return {
    ...assessment,
    faceToFacePence,
    virtualPence: hasVirtual ? virtual : null,
    isPriceOnRequest: faceToFacePence === null,
  };
}

/** The offer that an agreement makes of the practice's: what it does not name stays as it is for everybody. */
export function offerUnder({ id, terms }: Pick<Agreement, "id" | "terms">, offer: Offer): Offer {
  const { rules } = offer;
  const { daysToPay, isOnAccount, needsPo, contactHours, reportDays = null } = terms;
  const agreed = (assessments: readonly Assessment[]) =>
    assessments.map((one) => agreedAssessment(one, terms));
  return {
    ...offer,
    listId: `${offer.listId}~${id}`,
    assessments: agreed(offer.assessments),
    retired: agreed(offer.retired),
    ...(!terms.hasDiscount && { discountPence: 0, discountModes: [] }),
    rules: {
      ...rules,
      promiseHours: contactHours ?? rules.promiseHours,
      // Nobody is promised a deposit that no invoice asks for.
      depositPercent: rules.depositPercent === 0 ? 0 : terms.depositPercent,
      cancelFee: terms.cancelWords || rules.cancelFee,
      travelFee: terms.travelWords || rules.travelFee,
    },
    agreed: { id, daysToPay, isOnAccount, needsPo, reportDays },
  };
}

/** The price list and the agreement that an offer's id names. */
export function readListId(listId: string): { list: string; agreementId: string | null } {
  const [list = "", agreementId = null] = listId.split("~");
  return { list, agreementId };
}

/** Per cent of the cap, from which owners and staff read that it is nearly reached. */
const WARNS_FROM = 80;

/** How much of a cap bookings have used; null without one. */
export function capStanding({ capPence }: Pick<AgreementTerms, "capPence">, usedPence: number) {
  if (capPence === null) return null;
  const state: "free" | "near" | "reached" =
    usedPence >= capPence ? "reached" : usedPence * 100 >= capPence * WARNS_FROM ? "near" : "free";
  const words = `${formatPounds(usedPence)} of ${formatPounds(capPence)} is used`;
  return { state, words };
}

const days = (count: number) => `${count} ${count === 1 ? "day" : "days"}`;

type Row = [name: string, value: string] | false;

const workingDays = (count: number) => `${count} working ${count === 1 ? "day" : "days"}`;

const within = (count: number | null, what: string): Row =>
  count !== null && [what, `Within ${workingDays(count)}`];

/** The report's templates, which are data of a higher room. */
type Templates = Readonly<Record<string, { label: string } | undefined>>;

const isRow = (row: Row): row is [string, string] => row !== false;

/** The agreed work of a booking in one line; empty where nothing was agreed about it. */
export const agreedWork = (
  { terms: { visitDays, reportDays, template, needsReview } }: Agreement,
  templates: Templates,
) =>
  [
    visitDays !== null && `visit within ${workingDays(visitDays)}`,
    reportDays !== null && `report within ${workingDays(reportDays)}`,
    templates[template]?.label,
    needsReview && "a second assessor reads the report",
  ]
    .filter(Boolean)
    .join(", ");

/** An agreement in words: rows of its prices, and of its terms; without the right to amounts, none of these. */
export function agreementWords(
  { id, terms }: Agreement,
  list: Offer,
  { seesMoney, templates }: { seesMoney: boolean; templates: Templates },
) {
  const template = templates[terms.template];
  const offer = offerUnder({ id, terms }, list);
  const { rules } = offer;
  const rows: Row[] = [
    seesMoney && [
      "Several assessments",
      discountNote(offer) || "No discount for each assessment after the first",
    ],
    seesMoney && [
      "Deposit",
      rules.depositPercent > 0 ? `${rules.depositPercent}% of the price` : "No deposit",
    ],
    ["Payment", `Within ${days(terms.daysToPay)} of the assessment`],
    ["On account", terms.isOnAccount ? "Bookings may go on your account" : "No"],
    ["Purchase order", terms.needsPo ? "Each invoice needs a PO number" : "Not needed"],
    seesMoney && rules.travelFee !== "" && ["Travel", rules.travelFee],
    seesMoney && rules.cancelFee !== "" && ["Cancelling", rules.cancelFee],
    ["First contact", `Within ${rules.promiseHours} ${rules.promiseHours === 1 ? "hour" : "hours"}`],
    within(terms.visitDays, "Visit"),
    within(terms.reportDays, "Report"),
    template !== undefined && ["Template of the report", template.label],
    terms.needsReview && ["Review", "A second assessor reads each report"],
  ];
  return {
    prices: seesMoney
      ? offer.assessments.map(({ id: key, name, faceToFacePence, virtualPence, hasVirtual }) => ({
          id: key,
          name,
          faceToFace: priceText(faceToFacePence),
          virtual: hasVirtual ? priceText(virtualPence ?? faceToFacePence) : "Face-to-face only",
        }))
      : [],
    rows: rows.filter(isRow),
  };
}
