import type { Deps } from "#app/deps.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { offerOfList } from "#app/features/organisations/record/agreements.server.ts";
import { priceBooking } from "#app/features/catalogue/pricing.ts";
import { outsideAct, outsideActWords } from "#app/features/booking/fields/jurisdiction.ts";
import { bookingFacts } from "#app/features/booking/fields/fact-rows.ts";
import { isConsumer, lastDayToCancel } from "#app/features/booking/fields/consumer.ts";
import { FAMILY_CAPACITY } from "#app/features/booking/fields/reference-lists.ts";
import { closedDayNotice } from "#app/features/booking/fields/calendar.ts";
import { BANK_HOLIDAYS } from "#app/features/booking/fields/closed-days.server.ts";
import { phoneForPeople } from "#app/platform/phone-number.ts";
import { withoutUnasked } from "./posted-answers.ts";
import { organisationToBookFor } from "./booking-for.server.ts";
import { addableAssessments, selectedIds } from "./selection.ts";
import { allowsWeekends } from "./scheduling-choice.ts";
import type { Draft } from "./drafts.server.ts";
import { PRICE_LIST, priceChange } from "./price-change.ts";
import { stepPage } from "./step-page.server.ts";
import { answer, isVirtualChosen, type Answers } from "#app/features/booking/fields/steps.ts";

/** Data of the confirmation step. The assessment just removed, `removedId`, keeps its row: no other
 * one comes under the pointer of somebody who clicks twice. */
export function confirmationPage(draft: Answers, removedId: string | null = null) {
  const answers = withoutUnasked(draft);
  const isVirtual = isVirtualChosen(answers);
  const price = priceBooking({ assessmentIds: selectedIds(answers), isVirtual });
  const { agreed, assessments, rules, vatSentence } = currentOffer();
  const addable = addableAssessments(answers);
  const removed = addable.find(({ id }) => id === removedId);
  const outside = isVirtual ? null : outsideAct(answer(answers, "assessmentLocation"));
  return {
    referrer: {
      name: `${answer(answers, "referrerFirstName")} ${answer(answers, "referrerLastName")}`,
      email: answer(answers, "referrerEmail"),
      phone: phoneForPeople(answer(answers, "referrerPhone"), answer(answers, "referrerCountryCode")),
      relationship: answer(answers, "referrerRelationship"),
      customRole: answer(answers, "referrerCustomRole"),
      professionalCapacity: answer(answers, "referrerProfessionalCapacity"),
    },
    facts: bookingFacts(answers),
    price,
    vat: vatSentence,
    /** In per cent of the total. */
    deposit: rules.depositPercent,
    daysToPay: agreed?.daysToPay,
    rows: assessments.flatMap(({ id, name }) => {
      const line = price.lines.find((one) => one.id === id);
      if (line) return [{ ...line, isRemoved: false }];
      return id === removed?.id ? [{ id, name, pricePence: null, isRemoved: true }] : [];
    }),
    otherDetails: answer(answers, "otherAssessmentDetails"),
    addable: addable.map(({ id, name, faceToFacePence, virtualPence }) => ({
      id,
      name,
      pricePence: isVirtual ? virtualPence : faceToFacePence,
    })),
    isVirtual,
    location: isVirtual ? "Virtual Assessment" : answer(answers, "assessmentLocation") || null,
    lawNotice: outside && outsideActWords(outside),
    preferredDate: answer(answers, "preferredDate") || null,
    dateNotice: closedDayNotice(answer(answers, "preferredDate"), BANK_HOLIDAYS),
    allowWeekends: allowsWeekends(answers),
    preferEarlierDate: ["on", "true"].includes(answer(answers, "preferEarlierDate")),
  };
}

export type ConfirmationPage = ReturnType<typeof confirmationPage>;

/** The hidden field of step 5 with what the page shows of the offer: only what was shown can be confirmed. */
export const TERMS = "terms";

/** `organisationId`: in whose name the page says that one books; without it, in nobody's. */
export function shownTerms(
  { price, deposit, daysToPay, vat }: Pick<ConfirmationPage, "price" | "deposit" | "daysToPay" | "vat">,
  organisationId?: string,
): string {
  const lines = price.lines.map(({ id, pricePence }) => `${id} ${pricePence ?? "on request"}`);
  const days = daysToPay === undefined ? [] : [`${daysToPay} days`];
  const bookedFor = organisationId ? [`for ${organisationId}`] : [];
  return [...lines, price.totalPence, `${deposit}%`, ...days, vat, ...bookedFor].join(", ");
}

function referrerOf(draft: Answers) {
  const answers = withoutUnasked(draft);
  const isFamily = answer(answers, "referrerProfessionalCapacity") === FAMILY_CAPACITY;
  return {
    referrerRelationship: answer(answers, "referrerRelationship"),
    referrerProfessionalCapacity: answer(answers, "referrerProfessionalCapacity"),
    referrerCustomRole: answer(answers, "referrerCustomRole"),
    referrerOrganisation: isFamily ? null : answer(answers, "referrerOrganisation"),
  };
}

export async function readConfirmationPage(deps: Deps, draft: Draft, request: Request) {
  const { clock } = deps;
  const { searchParams } = new URL(request.url);
  const priced = searchParams.get("priced") ?? answer(draft.answers, PRICE_LIST);
  const choices = confirmationPage(draft.answers, searchParams.get("removed"));
  return {
    ...stepPage("confirmation", draft, request, clock.now()),
    ...choices,
    /** Null for somebody who books for their trade or for an organisation. */
    lastDayToCancel:
      draft.organisation_id === null && isConsumer(referrerOf(draft.answers))
        ? lastDayToCancel(clock.now().toISOString())
        : null,
    version: draft.version,
    terms: shownTerms(choices, await organisationToBookFor(deps, request, draft.organisation_id)),
    priceList: currentOffer().listId,
    priceChange: priceChange(draft.answers, await offerOfList(deps, priced, draft.organisation_id)),
  };
}
