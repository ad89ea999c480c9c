import { priceText } from "#app/features/catalogue/pricing.ts";
import { formatPounds } from "#app/platform/money.ts";
import type { AssessmentSetting, OfferSettings, PriceList } from "#app/features/settings/offer.ts";

function listInWords(list: PriceList, nameOf: (id: string) => string): string {
  const modes = list.discountModes.join(" and ") || "never";
  return [
    list.validFrom ? `From ${list.validFrom}` : "The first list",
    ...Object.entries(list.prices).map(
      ([id, { faceToFacePence, virtualPence }]) =>
        `${nameOf(id)}: ${priceText(faceToFacePence)}${virtualPence === null ? "" : `, virtual ${formatPounds(virtualPence)}`}`,
    ),
    `Discount ${formatPounds(list.discountPence)} (${modes}); VAT ${list.vatRate} %, “${list.vatPhrase}”`,
  ].join("\n");
}

/** How two newest lists differ: one that somebody else saved since, and one's own. */
export function newestLists(before: PriceList[], after: PriceList[], nameOf: (id: string) => string) {
  const [from, to] = [before, after].map((lists) => listInWords(lists.at(-1)!, nameOf));
  return [{ field: "Newest price list", from: from!, to: to! }];
}

export function pricesHistory(before: PriceList[], after: PriceList[], nameOf: (id: string) => string) {
  const without = (lists: PriceList[], others: PriceList[]) =>
    lists.filter(({ id }) => !others.some((other) => other.id === id));
  return [
    ...without(after, before).map((list) => ({
      field: "Price list added",
      from: "(none)",
      to: listInWords(list, nameOf),
    })),
    ...without(before, after).map((list) => ({
      field: "Price list removed before its day",
      from: listInWords(list, nameOf),
      to: "(none)",
    })),
  ];
}

function assessmentInWords(one: AssessmentSetting): string {
  const offered = one.isActive ? "offered" : "not offered";
  const modes = one.isFaceToFaceOnly ? "face-to-face only" : "face-to-face and virtual";
  return `${one.name} (${offered}, ${modes})\n${one.description}`;
}

export function assessmentsHistory(
  { list: before }: OfferSettings["assessments"],
  { list: after }: OfferSettings["assessments"],
) {
  const changes = after.flatMap((one) => {
    const old = before.find(({ id }) => id === one.id);
    const [from, to] = [old ? assessmentInWords(old) : "(none)", assessmentInWords(one)];
    return from === to ? [] : [{ field: one.id, from, to }];
  });
  const order = (list: AssessmentSetting[]) => list.map(({ name }) => name).join("\n");
  const isReordered = before.map(({ id }) => id).join() !== after.map(({ id }) => id).join();
  return isReordered ? [...changes, { field: "Order", from: order(before), to: order(after) }] : changes;
}
