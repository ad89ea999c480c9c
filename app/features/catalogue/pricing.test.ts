import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ASSESSMENTS, readAssessments, type AssessmentId } from "./catalogue.ts";
import { priceBooking } from "./pricing.ts";

const choice = fc.record({
  assessmentIds: fc.subarray(ASSESSMENTS.map((assessment) => assessment.id)),
  isVirtual: fc.boolean(),
});

describe("priceBooking", () => {
  test.each<[AssessmentId[], boolean, number, number, number]>([
    [["property-finance"], false, 59500, 0, 59500],
    [["property-finance", "health-welfare", "capacity-litigate"], false, 186200, 14000, 172200],
    [["property-finance", "capacity-litigate"], true, 109300, 0, 109300],
    [["other"], false, 0, 0, 0],
    [["property-finance", "other"], false, 59500, 0, 59500],
    [["capacity-gift"], true, 67200, 0, 67200],
    [[], false, 0, 0, 0],
  ])(
    "%j, virtual %s: subtotal %i, saving %i, total %i",
    (assessmentIds, isVirtual, subtotal, saving, total) => {
      expect(priceBooking({ assessmentIds, isVirtual })).toMatchObject({
        subtotalPence: subtotal,
        discountPence: saving,
        totalPence: total,
      });
    },
  );

  test("Other alone is price on request; nothing chosen is not", () => {
    expect(priceBooking({ assessmentIds: ["other"], isVirtual: false }).isOnlyPriceOnRequest).toBe(true);
    expect(
      priceBooking({ assessmentIds: ["other", "capacity-will"], isVirtual: false }).isOnlyPriceOnRequest,
    ).toBe(false);
    expect(priceBooking({ assessmentIds: [], isVirtual: false }).isOnlyPriceOnRequest).toBe(false);
  });

  test("every choice: whole pence, total is subtotal less the saving, no saving when virtual, Other is free of effect", () => {
    fc.assert(
      fc.property(choice, ({ assessmentIds, isVirtual }) => {
        const price = priceBooking({ assessmentIds, isVirtual });
        expect(price.totalPence).toBe(price.subtotalPence - price.discountPence);
        for (const amount of [price.subtotalPence, price.discountPence, price.totalPence]) {
          expect(Number.isInteger(amount)).toBe(true);
          expect(amount).toBeGreaterThanOrEqual(0);
        }
        if (isVirtual) expect(price.discountPence).toBe(0);
        const withoutOther = priceBooking({
          assessmentIds: assessmentIds.filter((id) => id !== "other"),
          isVirtual,
        });
        expect(price.totalPence).toBe(withoutOther.totalPence);
        expect(price.discountPence).toBe(withoutOther.discountPence);
      }),
    );
  });
});

describe("the catalogue", () => {
  test("has ten types, four of them priced for virtual, and only Other without a price", () => {
    expect(ASSESSMENTS).toHaveLength(10);
    expect(ASSESSMENTS.filter((assessment) => assessment.virtualPence !== null)).toHaveLength(4);
    expect(ASSESSMENTS.filter((assessment) => assessment.isPriceOnRequest).map(({ id }) => id)).toEqual([
      "other",
    ]);
  });

  test("reads ids and names alike, each once, in catalogue order, and tells the unknown apart", () => {
    expect(
      readAssessments(["Other", "capacity-will", " property-finance ", "Capacity to Make a Will", "x", ""]),
    ).toEqual({
      ids: ["property-finance", "capacity-will", "other"],
      unknown: ["x"],
    });
  });
});
