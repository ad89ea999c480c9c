import { z } from "zod";
import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import { isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { poundsProblem, readPounds } from "#app/platform/money.ts";
import type {
  AssessmentSetting,
  ListedPrice,
  OfferSettings,
  PriceList,
} from "#app/features/settings/offer.ts";
import { declare, fieldsOf } from "#app/forms/declared-fields.ts";
import { line, lines, ticked, whole } from "#app/features/settings/form-values.ts";

const MAX_ASSESSMENTS = 30;

/** Pounds to pence; `none` where nothing is typed. */
const pounds = <None>(none: None, minPence?: number) =>
  line(12).transform((typed, context): number | None => {
    if (typed === "") return none;
    const pence = readPounds(typed, minPence);
    if (pence !== null) return pence;
    context.addIssue({ code: "custom", message: poundsProblem(typed) });
    return z.NEVER;
  });

const price = pounds(null);

const asPounds = (pence: number | null): string =>
  pence === null ? "" : pence % 100 === 0 ? String(pence / 100) : (pence / 100).toFixed(2);

type PriceField = `${"f" | "v"}-${string}`;

/** The form of a new list, with a price for each assessment. `today` is the London day; `invoiceRates` are the VAT
 * rates that Xero knows, in per cent; null where it makes no invoices. */
export function priceListForm(
  { assessments, prices }: OfferSettings,
  { today, invoiceRates }: { today: IsoDate; invoiceRates: number[] | null },
) {
  const priceFields = assessments.list.flatMap(({ id }): [PriceField, typeof price][] => [
    [`f-${id}`, price],
    [`v-${id}`, price],
  ]);
  return z
    .object({
      ...(Object.fromEntries(priceFields) as Record<PriceField, typeof price>),
      validFrom: line(10).refine((day) => isIsoDate(day) && day >= today, {
        error: `Enter today (${today}) or a later day, such as 2027-04-01.`,
      }),
      discount: pounds(0, 0),
      discountFaceToFace: ticked,
      discountVirtual: ticked,
      vatRate: whole(0, 100).refine((rate) => !invoiceRates || invoiceRates.includes(rate), {
        error: `Invoices in Xero can have ${invoiceRates?.join(", ")} per cent. Whoever runs the server can add another rate (XERO_TAX_TYPE).`,
      }),
      vatPhrase: line(60, { isRequired: "Enter the words beside a price, such as: including VAT" }),
      vatSentence: line(120, { isRequired: "Enter a sentence, such as: Prices include VAT." }),
    })
    .transform((form): Omit<PriceList, "id" | "madeAt"> => {
      const { validFrom, vatRate, vatPhrase, vatSentence } = form;
      const amounts = form as unknown as Record<PriceField, number | null>;
      const discountModes: PricingMode[] = [];
      if (form.discountFaceToFace) discountModes.push("face-to-face");
      if (form.discountVirtual) discountModes.push("virtual");
      const listed = assessments.list.map(({ id, isFaceToFaceOnly }): [string, ListedPrice] => {
        const virtualPence = isFaceToFaceOnly ? null : amounts[`v-${id}`]!;
        return [id, { faceToFacePence: amounts[`f-${id}`]!, virtualPence }];
      });
      const terms = { discountPence: form.discount, discountModes, vatRate, vatPhrase, vatSentence };
      return { validFrom, ...terms, prices: Object.fromEntries(listed) };
    })
    .superRefine(({ prices: listed, discountPence, validFrom }, context) => {
      const refuse = (name: string, message: string) =>
        context.addIssue({ code: "custom", path: [name], message });
      for (const [id, { faceToFacePence, virtualPence }] of Object.entries(listed))
        if (faceToFacePence === null && virtualPence !== null)
          refuse(`f-${id}`, "Enter a face-to-face price as well.");
      const amounts = Object.values(listed).flatMap((one) => [one.faceToFacePence, one.virtualPence]);
      if (discountPence >= Math.min(...amounts.filter((pence) => pence !== null)))
        refuse("discount", "The discount must be smaller than every price.");
      if (prices.lists.some((list) => list.validFrom === validFrom && list.validFrom > today))
        refuse("validFrom", "There is a list from this day on already. Remove that one first.");
    });
}

export function priceListValues(list: PriceList, validFrom: string): Record<string, string> {
  return {
    validFrom,
    discount: asPounds(list.discountPence),
    discountFaceToFace: list.discountModes.includes("face-to-face") ? "on" : "",
    discountVirtual: list.discountModes.includes("virtual") ? "on" : "",
    vatRate: String(list.vatRate),
    vatPhrase: list.vatPhrase,
    vatSentence: list.vatSentence,
    ...Object.fromEntries(
      Object.entries(list.prices).flatMap(([id, { faceToFacePence, virtualPence }]) => [
        [`f-${id}`, asPounds(faceToFacePence)],
        [`v-${id}`, asPounds(virtualPence)],
      ]),
    ),
  };
}

const NAME_NEEDED = "Enter a name.";

const ofAssessment = ({ id }: Pick<AssessmentSetting, "id">) =>
  fieldsOf({
    [`name-${id}`]: declare("line")("Name", line(100, { isRequired: NAME_NEEDED }), { isWide: true }),
    [`description-${id}`]: declare("lines", true)("Description", lines(600)),
    [`order-${id}`]: declare("number")("Order", whole(1, 999)),
    [`active-${id}`]: declare("check")("Can be booked", ticked),
    [`faceToFaceOnly-${id}`]: declare("check")("Face-to-face only", ticked),
  });

const added = fieldsOf({
  newName: declare("line", true)("Name of the new one", line(100), { hint: "Empty for none" }),
  newDescription: declare("lines", true)("Its description", lines(600)),
  newFaceToFaceOnly: declare("check")("The new one is face-to-face only", ticked),
});

/** The cards of the page: one for each assessment, and one for another. */
export const assessmentsCards = ({ list }: OfferSettings["assessments"]) => [
  ...list.map((one) => ({ heading: one.name, id: one.id, fields: ofAssessment(one).fields })),
  { heading: "Add an assessment", id: "", fields: added.fields },
];

export function assessmentsForm({ list }: OfferSettings["assessments"]) {
  const own = list.map((one) => Object.entries(ofAssessment(one).shape));
  return z
    .object({ ...(Object.fromEntries(own.flat()) as Record<string, z.ZodType>), ...added.shape })
    .refine(({ newName, newDescription }) => newName !== "" || newDescription === "", {
      path: ["newName"],
      message: NAME_NEEDED,
    })
    .transform((form): OfferSettings["assessments"] => {
      const values = form as Record<string, unknown>;
      const changed = list
        .map(({ id }) => ({
          id,
          name: values[`name-${id}`] as string,
          description: values[`description-${id}`] as string,
          isActive: values[`active-${id}`] as boolean,
          isFaceToFaceOnly: values[`faceToFaceOnly-${id}`] as boolean,
        }))
        .sort((a, b) => Number(values[`order-${a.id}`]) - Number(values[`order-${b.id}`]));
      if (form.newName === "") return { list: changed };
      const added = {
        id: newId(form.newName, list),
        name: form.newName,
        description: form.newDescription,
        isActive: true,
        isFaceToFaceOnly: form.newFaceToFaceOnly,
      };
      return { list: [...changed, added] };
    })
    .superRefine(({ list: all }, context) => {
      const refuse = (name: string, message: string) =>
        context.addIssue({ code: "custom", path: [name], message });
      for (const [index, { id, name }] of all.entries()) {
        const isTaken = all.slice(0, index).some((one) => one.name.toLowerCase() === name.toLowerCase());
        if (isTaken && name !== "")
          refuse(index < list.length ? `name-${id}` : "newName", "Another assessment has this name.");
      }
      if (!all.some(({ isActive }) => isActive))
        refuse(`active-${all[0]!.id}`, "Offer at least one assessment.");
      if (all.length > MAX_ASSESSMENTS)
        refuse("newName", `There can be at most ${MAX_ASSESSMENTS} assessments.`);
    });
}

/** `Capacity to Marry` becomes `capacity-to-marry`, with a number where another assessment has that id, or every object
 * a property of that name, such as `constructor`: prices are kept in an object by id. */
function newId(name: string, list: readonly AssessmentSetting[]): string {
  const letters = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
  const plain = letters.slice(0, 40) || "assessment";
  const isTaken = (id: string) => id in {} || list.some((one) => one.id === id);
  let id = plain;
  for (let count = 2; isTaken(id); count += 1) id = `${plain}-${count}`;
  return id;
}

const valuesOf = (one: AssessmentSetting, index: number): [string, string][] => [
  [`name-${one.id}`, one.name],
  [`description-${one.id}`, one.description],
  [`active-${one.id}`, one.isActive ? "on" : ""],
  [`faceToFaceOnly-${one.id}`, one.isFaceToFaceOnly ? "on" : ""],
  [`order-${one.id}`, String((index + 1) * 10)],
];

export function assessmentsValues({ list }: OfferSettings["assessments"]): Record<string, string> {
  return Object.fromEntries(list.flatMap(valuesOf));
}

/** Adds to a posted form the saved values of the assessments that were added after its page was loaded. */
export function addUnseen(form: FormData, { list }: OfferSettings["assessments"]): void {
  for (const [index, one] of list.entries()) {
    if (form.has(`name-${one.id}`)) continue;
    for (const [name, value] of valuesOf(one, index)) form.set(name, value);
  }
}
