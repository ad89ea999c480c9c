import { z } from "zod";
import type { Offer } from "#app/features/catalogue/catalogue.ts";
import { operations } from "#app/features/api/operation.ts";
import { toPounds } from "#app/platform/money.ts";

const pounds = z.number().multipleOf(0.01);

const Price = pounds.nullable();

const AssessmentsOffered = z.object({
  assessments: z.array(
    z.object({
      id: z.string().meta({ description: "Never changes. `selectedAssessments` of a booking takes it." }),
      name: z.string(),
      description: z.string(),
      isPriceOnRequest: z.boolean().meta({ description: "The price is agreed after the booking." }),
      isFaceToFaceOnly: z.boolean(),
      faceToFacePrice: Price.meta({ description: "Pounds; null when the price is on request." }),
      virtualPrice: Price.meta({
        description: "Pounds; null when the price is on request, or the assessment is face-to-face only.",
      }),
    }),
  ),
  discount: pounds.meta({
    description: "Pounds off each assessment with a price after the first, in the modes of `discountModes`.",
  }),
  discountModes: z.array(z.enum(["face-to-face", "virtual"])),
  vatRate: z.number().meta({ description: "Per cent, included in every price." }),
  vatSentence: z.string(),
  noticeDays: z.int().meta({ description: "From today to the first day that can be booked." }),
});

export function offerAsJson(offer: Offer): z.input<typeof AssessmentsOffered> {
  const inPounds = (pence: number | null) => (pence === null ? null : toPounds(pence));
  return {
    assessments: offer.assessments.map((one) => ({
      id: one.id,
      name: one.name,
      description: one.description,
      isPriceOnRequest: one.isPriceOnRequest,
      isFaceToFaceOnly: !one.hasVirtual,
      faceToFacePrice: inPounds(one.faceToFacePence),
      virtualPrice: inPounds(one.virtualPence),
    })),
    discount: toPounds(offer.discountPence),
    discountModes: [...offer.discountModes],
    vatRate: offer.vatRate,
    vatSentence: offer.vatSentence,
    noticeDays: offer.rules.noticeDays,
  };
}

export const ASSESSMENT_CALLS = operations("Assessments", {
  listAssessments: {
    call: "GET /api/assessments",
    summary: "List what can be booked now, and for how much",
    description: "In the order of the booking form. The prices are those of today's price list.",
    access: "anyone",
    answers: { 200: AssessmentsOffered },
  },
});
