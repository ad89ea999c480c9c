import { priceBooking } from "#app/features/catalogue/pricing.ts";
import { phoneAsTyped } from "#app/features/booking/phone.ts";
import { withoutUnasked } from "./posted-answers.ts";
import { addableAssessments, selectedIds } from "./selection.ts";
import { allowsWeekends } from "./scheduling-choice.ts";
import { answer, isVirtualChosen, type Answers } from "./steps.ts";

/** What the confirmation step shows of the other steps: everything that will be booked. Pure. */
export function confirmationPage(draft: Answers) {
  const answers = withoutUnasked(draft);
  const isVirtual = isVirtualChosen(answers);
  return {
    referrer: {
      name: `${answer(answers, "referrerFirstName")} ${answer(answers, "referrerLastName")}`,
      email: answer(answers, "referrerEmail"),
      phone: phoneAsTyped(answer(answers, "referrerCountryCode"), answer(answers, "referrerPhone")),
      relationship: answer(answers, "referrerRelationship"),
      customRole: answer(answers, "referrerCustomRole"),
      professionalCapacity: answer(answers, "referrerProfessionalCapacity"),
      organisation: answer(answers, "referrerOrganisation"),
    },
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
