import { priceBooking } from "#app/features/catalogue/pricing.ts";
import { addableAssessments, selectedIds } from "./selection.ts";
import { allowsWeekends } from "./scheduling-choice.ts";
import { answer, isVirtualChosen, type Answers } from "./steps.ts";

/** What the confirmation step shows of the other steps (SPEC section 2 "Step 5 Confirmation"). Pure. */
export function confirmationPage(answers: Answers) {
  const isVirtual = isVirtualChosen(answers);
  return {
    price: priceBooking({ assessmentIds: selectedIds(answers), isVirtual }),
    otherDetails: answer(answers, "otherAssessmentDetails"),
    addable: addableAssessments(answers).map(({ id, name, faceToFacePence, virtualPence }) => ({
      id,
      name,
      pricePence: isVirtual ? virtualPence : faceToFacePence,
    })),
    isVirtual,
    location: isVirtual ? "Virtual Assessment" : answer(answers, "assessmentLocation") || null,
    preferredDate: answer(answers, "preferredDate") || null,
    allowWeekends: allowsWeekends(answers),
    preferEarlierDate: ["on", "true"].includes(answer(answers, "preferEarlierDate")),
  };
}

export type ConfirmationPage = ReturnType<typeof confirmationPage>;
