import { z } from "zod";
import { currentOffer, type Offer } from "#app/features/catalogue/catalogue.ts";
import {
  isPriceable,
  type AgreedPrice,
  type Agreement,
  type AgreementTerms,
} from "#app/features/organisations/record/agreement-terms.ts";
import { isTemplateKey, TEMPLATES } from "#app/features/report-writing/templates.ts";
import { dayOrNone, line, poundsOrNone, ticked, whole } from "#app/features/settings/form-values.ts";
import { declare, declareChoice, fieldsOf, type Declared } from "#app/forms/declared-fields.ts";

/** The form of a new agreement: a field for each price of today's list, and for each term. */

const check = (label: string, more: Partial<Declared> = {}) => declare("check")(label, ticked, more);
const number = (label: string, least: number, most: number, more: Partial<Declared> = {}) =>
  declare("number")(label, whole(least, most), more);
const numberOrNone = (label: string, most: number, more: Partial<Declared> = {}) =>
  declare("number", true)(
    label,
    z.preprocess((typed) => (typed === undefined || typed === "" ? null : typed), whole(1, most).nullable()),
    more,
  );
const words = (label: string, more: Partial<Declared> = {}) => declare("line", true)(label, line(200), more);
const day = dayOrNone.refine((typed) => typed !== "", "Enter the first day.");
const pounds = (label: string, more: Partial<Declared> = {}) =>
  declare("pounds", true)(label, poundsOrNone, more);

const VISIT = "price-";
const CALL = "virtual-";

/** Assessments whose price may be agreed. */
const priceable = ({ assessments }: Offer) => assessments.filter(isPriceable);

function priceFields(offer: Offer) {
  const fields = priceable(offer).flatMap(
    ({ id, name, hasVirtual }): [string, Declared<typeof poundsOrNone>][] => [
      [VISIT + id, pounds(`${name}, face-to-face`)],
      ...(hasVirtual
        ? [[CALL + id, pounds(`${name}, virtual`)] as [string, Declared<typeof poundsOrNone>]]
        : []),
    ],
  );
  fields[0]![1].heading = "Prices in pounds, where they are not the list’s";
  return Object.fromEntries(fields);
}

const AS_ASKED = "as-asked";

const TEMPLATE_LABELS: Record<string, string> = {
  [AS_ASKED]: "As the referral asks",
  ...Object.fromEntries(Object.entries(TEMPLATES).map(([key, { label }]) => [key, label])),
};

const FIELDS = {
  reference: declare("line", true)("Framework or contract number", line(80)),
  validFrom: declare("day")("First day", day),
  validUntil: declare("day", true)("Last day", dayOrNone, { hint: "Empty while no end is agreed" }),
  percentOff: number("Off the price list, in per cent", 0, 90, {
    heading: "Prices",
    hint: "For each price that has no amount below. 0 for the list’s prices",
  }),
  hasDiscount: check("The list’s discount for several assessments applies"),
};

const MORE_FIELDS = {
  depositPercent: number("Deposit, in per cent", 0, 99, { heading: "Payment", hint: "0 for none" }),
  daysToPay: number("Days to pay, after the assessment", 1, 120),
  isOnAccount: check("Bookings may go on account", {
    hint: "Step 5 offers it beside “Pay now” and “Pay later”: the invoice follows after the assessment",
  }),
  needsPo: check("Each invoice needs a PO number", {
    hint: "Without one the visit goes on and the invoice waits. The referrer is reminded after 2 working days",
  }),
  capPounds: numberOrNone("Cap of all bookings, in whole pounds", 10_000_000, {
    hint: "You and the organisation’s owners see when 80% is used. A booking beyond it is still made, and you are asked to take it on",
  }),
  cancelWords: words("Cancelling", {
    heading: "Words in place of yours",
    hint: "Such as: Free until 2 days before",
  }),
  travelWords: words("Travel", { hint: "Such as: Included" }),
  contactHours: numberOrNone("First contact, in hours", 240, { heading: "Clocks" }),
  visitDays: numberOrNone("Visit, in working days after the booking", 120),
  reportDays: numberOrNone("Report, in working days after the visit", 120),
  template: declareChoice("Template of the report", TEMPLATE_LABELS, {
    kind: "select",
    heading: "Reports",
    hint: "A report of these bookings begins with it",
  }),
  needsReview: check("A second assessor reads each report", {
    hint: "Whoever releases one is told while nobody has read it",
  }),
};

const formOf = (offer: Offer) => fieldsOf({ ...FIELDS, ...priceFields(offer), ...MORE_FIELDS });

export const agreementFields = (offer = currentOffer()) => formOf(offer).fields;

/** Reads what is typed as an agreement. */
export const agreementSchema = (offer = currentOffer()) =>
  formOf(offer)
    .schema.refine(({ validFrom, validUntil }) => validUntil === "" || validUntil >= validFrom, {
      path: ["validUntil"],
      error: "The last day is before the first.",
    })
    .transform(({ reference, validFrom, validUntil, capPounds, ...typed }): Omit<Agreement, "id"> => {
      const pence = typed as unknown as Record<string, number | null>;
      const prices = priceable(offer).flatMap(({ id }): [string, AgreedPrice][] => {
        const [faceToFacePence = null, virtualPence = null] = [pence[VISIT + id], pence[CALL + id]];
        return faceToFacePence === null && virtualPence === null
          ? []
          : [[id, { faceToFacePence, virtualPence }]];
      });
      const terms = Object.entries(typed).filter(
        ([name]) => !name.startsWith(VISIT) && !name.startsWith(CALL),
      );
      return {
        reference,
        validFrom,
        validUntil: validUntil || null,
        terms: {
          ...(Object.fromEntries(terms) as Omit<AgreementTerms, "prices" | "capPence">),
          prices: Object.fromEntries(prices),
          capPence: capPounds && capPounds * 100,
        },
      };
    });

/** First values of the form: those of the agreement before, or the practice's. */
export function agreementValues(
  before: Agreement | undefined,
  offer = currentOffer(),
): Record<string, string> {
  const { rules, discountPence } = offer;
  if (!before)
    return {
      percentOff: "0",
      hasDiscount: discountPence > 0 ? "on" : "",
      daysToPay: "30",
      depositPercent: String(rules.depositPercent),
      template: AS_ASKED,
    };
  const { prices, capPence, ...terms } = before.terms;
  const said = (value: unknown) =>
    typeof value === "boolean" ? (value ? "on" : "") : value === null ? "" : String(value);
  const pounds = (pence: number | null) => (pence === null ? "" : (pence / 100).toFixed(2));
  return {
    reference: before.reference,
    ...Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, said(value)])),
    ...Object.fromEntries(
      Object.entries(prices).flatMap(([id, { faceToFacePence, virtualPence }]) => [
        [VISIT + id, pounds(faceToFacePence)],
        [CALL + id, pounds(virtualPence)],
      ]),
    ),
    capPounds: capPence === null ? "" : String(capPence / 100),
    template: isTemplateKey(terms.template) ? terms.template : AS_ASKED,
  };
}
