import { afterEach, expect, test } from "vitest";
import { SEED_OFFER, setOfferSource } from "#app/features/catalogue/catalogue.ts";
import { priceBooking } from "#app/features/catalogue/pricing.ts";
import { onRequestText, priceSums } from "./price-sums.ts";

const unpriced = (...ids: string[]) =>
  setOfferSource(() => ({
    ...SEED_OFFER,
    assessments: SEED_OFFER.assessments.map((one) =>
      ids.includes(one.id)
        ? { ...one, faceToFacePence: null, virtualPence: null, isPriceOnRequest: true }
        : one,
    ),
  }));

afterEach(() => setOfferSource(() => SEED_OFFER));

const priced = (...assessmentIds: string[]) => priceBooking({ assessmentIds, isVirtual: false });

test("what is on request is named in the sums and in the sentence below them", () => {
  const price = priced("capacity-will", "other");
  expect(priceSums(price).map(({ name }) => name)).toEqual(["Subtotal", "Other", "Total"]);
  expect(onRequestText(price)).toBe(" Other is priced on request and not in the total.");
});

test("an assessment that the practice left without a price is not called Other", () => {
  unpriced("capacity-gift");
  const price = priced("capacity-will", "capacity-gift");
  expect(priceSums(price)[1]).toEqual({ name: "Capacity to Make a Gift", value: "Price on request" });
  expect(onRequestText(price)).toBe(" Capacity to Make a Gift is priced on request and not in the total.");
});

test("several are each named", () => {
  unpriced("capacity-gift");
  const price = priced("capacity-will", "capacity-gift", "other");
  expect(priceSums(price).map(({ name }) => name)).toEqual([
    "Subtotal",
    "Capacity to Make a Gift",
    "Other",
    "Total",
  ]);
  expect(onRequestText(price)).toBe(
    " Capacity to Make a Gift and Other are priced on request and not in the total.",
  );
});

test("with nothing priced, or everything, there is nothing to name", () => {
  expect(priceSums(priced("other"))).toEqual([{ name: "Total", value: "Price on request", kind: "total" }]);
  expect([onRequestText(priced("other")), onRequestText(priced("capacity-will"))]).toEqual(["", ""]);
});
