import { z } from "zod";
import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import { isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { readPounds } from "#app/platform/money.ts";
import type { AssessmentSetting, ListedPrice, OfferSettings, PriceList } from "./offer.ts";
import { line, lines, ticked, whole } from "./form-values.ts";

const MOST_ASSESSMENTS = 30;
const NO_PRICE = "Enter a price in pounds, such as 595 or 595.50, or leave this empty.";

/** Pounds to pence; null when empty. 0 is refused. */
const price = line(12).transform((typed, context): number | null => {
  if (typed === "") return null;
  const pence = readPounds(typed);
  if (pence !== null) return pence;
  context.addIssue({ code: "custom", message: NO_PRICE });
  return z.NEVER;
});

const asPounds = (pence: number | null): string =>
  pence === null ? "" : pence % 100 === 0 ? String(pence / 100) : (pence / 100).toFixed(2);

const priceField = (mode: "f" | "v", id: string) => `${mode}-${id}`;

/** The form of a new list, with a price for each assessment. `today` is the London day. */
export function priceListForm(settings: OfferSettings, today: IsoDate) {
  const ids = settings.assessments.list.map(({ id }) => id);
  const hasVirtual = (id: string) =>
    !settings.assessments.list.find((one) => one.id === id)!.isFaceToFaceOnly;
  const prices = Object.fromEntries(
    ids.flatMap((id) => [
      [priceField("f", id), price],
      [priceField("v", id), price],
    ]),
  ) as Record<string, typeof price>;
  return z
    .object({
      ...prices,
      validFrom: line(10).refine((day) => isIsoDate(day) && day >= today, {
        error: `Enter today (${today}) or a later day, such as 2027-04-01.`,
      }),
      discount: line(12),
      discountFaceToFace: ticked,
      discountVirtual: ticked,
      vatRate: whole(0, 100),
      vatPhrase: line(60, { isRequired: "Enter the words beside a price, such as: including VAT" }),
      vatSentence: line(120, { isRequired: "Enter a sentence, such as: Prices include VAT." }),
    })
    .transform((form, context): Omit<PriceList, "id"> => {
      const values = form as Record<string, unknown>;
      const refuse = (name: string, message: string) =>
        context.addIssue({ code: "custom", path: [name], message });
      const listed = ids.map((id) => {
        const faceToFacePence = values[priceField("f", id)] as number | null;
        const virtualPence = hasVirtual(id) ? (values[priceField("v", id)] as number | null) : null;
        if (faceToFacePence === null && virtualPence !== null)
          refuse(priceField("f", id), "Enter a face-to-face price as well.");
        return [id, { faceToFacePence, virtualPence }] as const;
      });
      const lowest = Math.min(
        ...listed.flatMap(([, { faceToFacePence, virtualPence }]) =>
          [faceToFacePence, virtualPence].filter((pence) => pence !== null),
        ),
      );
      const discountPence = /^£?0*(\.0+)?$/.test(form.discount)
        ? 0
        : Number(price.safeParse(form.discount).data);
      if (!(discountPence >= 0)) refuse("discount", NO_PRICE);
      else if (discountPence >= lowest) refuse("discount", "The discount must be smaller than every price.");
      if (settings.prices.lists.some((list) => list.validFrom === form.validFrom && list.validFrom > today))
        refuse("validFrom", "There is a list from this day on already. Remove that one first.");
      const discountModes: PricingMode[] = [
        ...(form.discountFaceToFace ? (["face-to-face"] as const) : []),
        ...(form.discountVirtual ? (["virtual"] as const) : []),
      ];
      const { validFrom, vatRate, vatPhrase, vatSentence } = form;
      return {
        validFrom,
        discountPence,
        discountModes,
        vatRate,
        vatPhrase,
        vatSentence,
        prices: Object.fromEntries<ListedPrice>(listed),
      };
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
        [priceField("f", id), asPounds(faceToFacePence)],
        [priceField("v", id), asPounds(virtualPence)],
      ]),
    ),
  };
}

const NAME_NEEDED = "Enter a name.";

/** All assessments, with room for a new one. */
export function assessmentsForm({ list }: OfferSettings["assessments"]) {
  const own = list.map(({ id }) => [
    [`name-${id}`, line(100, { isRequired: NAME_NEEDED })],
    [`description-${id}`, lines(600)],
    [`active-${id}`, ticked],
    [`faceToFaceOnly-${id}`, ticked],
    [`order-${id}`, whole(1, 999)],
  ]);
  return z
    .object({
      ...(Object.fromEntries(own.flat()) as Record<string, z.ZodType>),
      newName: line(100),
      newDescription: lines(600),
      newFaceToFaceOnly: ticked,
    })
    .transform((form, context): OfferSettings["assessments"] => {
      const values = form as Record<string, unknown>;
      const refuse = (name: string, message: string) =>
        context.addIssue({ code: "custom", path: [name], message });
      const changed = list
        .map(({ id }) => ({
          id,
          name: values[`name-${id}`] as string,
          description: values[`description-${id}`] as string,
          isActive: values[`active-${id}`] as boolean,
          isFaceToFaceOnly: values[`faceToFaceOnly-${id}`] as boolean,
        }))
        .sort((a, b) => Number(values[`order-${a.id}`]) - Number(values[`order-${b.id}`]));
      const added: AssessmentSetting[] =
        form.newName === ""
          ? []
          : [
              {
                id: newId(form.newName, list),
                name: form.newName,
                description: form.newDescription,
                isActive: true,
                isFaceToFaceOnly: form.newFaceToFaceOnly,
              },
            ];
      const all = [...changed, ...added];
      for (const [index, { id, name }] of all.entries()) {
        const isTaken = all.slice(0, index).some((one) => one.name.toLowerCase() === name.toLowerCase());
        if (isTaken && name !== "")
          refuse(index < changed.length ? `name-${id}` : "newName", "Another assessment has this name.");
      }
      if (!all.some(({ isActive }) => isActive))
        refuse(`active-${all[0]!.id}`, "Offer at least one assessment.");
      if (all.length > MOST_ASSESSMENTS)
        refuse("newName", `There can be at most ${MOST_ASSESSMENTS} assessments.`);
      return { list: all };
    });
}

/** `Capacity to Marry` becomes `capacity-to-marry`, with a number where that is taken. */
function newId(name: string, list: readonly AssessmentSetting[]): string {
  const letters = name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-0-9]+|-+$/g, "");
  const plain = letters.slice(0, 40) || "assessment";
  const isTaken = (id: string) => list.some((one) => one.id === id);
  let id = plain;
  for (let count = 2; isTaken(id); count += 1) id = `${plain}-${count}`;
  return id;
}

export function assessmentsValues({ list }: OfferSettings["assessments"]): Record<string, string> {
  return Object.fromEntries(
    list.flatMap(({ id, name, description, isActive, isFaceToFaceOnly }, index) => [
      [`name-${id}`, name],
      [`description-${id}`, description],
      [`active-${id}`, isActive ? "on" : ""],
      [`faceToFaceOnly-${id}`, isFaceToFaceOnly ? "on" : ""],
      [`order-${id}`, String((index + 1) * 10)],
    ]),
  );
}
