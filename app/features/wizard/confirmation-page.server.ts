import { createHash } from "node:crypto";
import type { Deps } from "#app/deps.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { priceBooking } from "#app/features/catalogue/pricing.ts";
import { bookingFacts } from "#app/features/booking/fact-rows.ts";
import { phoneAsTyped } from "#app/features/contact-details/phone.ts";
import { londonDate } from "#app/platform/dates.ts";
import { UNSAVED_DETAILS, withoutUnasked } from "./posted-answers.ts";
import { addableAssessments, selectedIds } from "./selection.ts";
import { allowsWeekends } from "./scheduling-choice.ts";
import type { Draft } from "./drafts.server.ts";
import { PRICE_LIST, priceChange } from "./price-change.ts";
import { freshStep, stepPage } from "./step-page.server.ts";
import { STEP_CONTROLS } from "#app/features/booking/field-values.ts";
import { answer, isVirtualChosen, type Answers } from "#app/features/booking/steps.ts";

/** What the confirmation shows of the other steps. The assessment just removed, `removedId`, keeps its row: no other
 * one comes under the pointer of somebody who clicks twice. */
export function confirmationPage(draft: Answers, removedId: string | null = null) {
  const answers = withoutUnasked(draft);
  const isVirtual = isVirtualChosen(answers);
  const price = priceBooking({ assessmentIds: selectedIds(answers), isVirtual });
  const { assessments, rules, vatSentence } = currentOffer();
  const addable = addableAssessments(answers);
  const removed = addable.find(({ id }) => id === removedId);
  return {
    referrer: {
      name: `${answer(answers, "referrerFirstName")} ${answer(answers, "referrerLastName")}`,
      email: answer(answers, "referrerEmail"),
      phone: phoneAsTyped(answer(answers, "referrerCountryCode"), answer(answers, "referrerPhone")),
      relationship: answer(answers, "referrerRelationship"),
      customRole: answer(answers, "referrerCustomRole"),
      professionalCapacity: answer(answers, "referrerProfessionalCapacity"),
    },
    facts: bookingFacts(answers),
    price,
    vatSentence,
    depositPercent: rules.depositPercent,
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
    preferredDate: answer(answers, "preferredDate") || null,
    allowWeekends: allowsWeekends(answers),
    preferEarlierDate: ["on", "true"].includes(answer(answers, "preferEarlierDate")),
  };
}

export type ConfirmationPage = ReturnType<typeof confirmationPage>;

function shortHash(value: unknown, length: number): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, length);
}

/** A short hash of what step 5 shows of the other steps, prices included: only what was shown can be confirmed. */
export function shownChoices({ addable: _, rows: _rows, ...shown }: ConfirmationPage): string {
  return shortHash(shown, 16);
}

/** The hidden field with the hashes of the answers that the controls of step 5 were filled with. */
export const SHOWN_DETAILS = "shownDetails";

const HASH_LENGTH = 4;

function detailHashes(answers: Answers): string[] {
  const held = { ...UNSAVED_DETAILS, ...answers };
  return STEP_CONTROLS.confirmation.map((control) => shortHash(answer(held, control), HASH_LENGTH));
}

export function shownDetails(answers: Answers): string {
  return detailHashes(answers).join("");
}

/** Of the answers posted from step 5, those to save: not what its page, by its `shownDetails`, showed as it was. With
 * `hasNewer` the draft has got others than these meanwhile. Without `shown` all are to be saved. */
export function compareDetails(posted: Answers, saved: Answers, shown: string | null) {
  const [after, now] = [detailHashes(posted), detailHashes(saved)];
  const before = now.map((_, index) => shown?.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH));
  const typed = STEP_CONTROLS.confirmation.filter(
    (control, index) => saved[control] === undefined || after[index] !== before[index],
  );
  const isNewer = (hash: string, index: number) => hash !== before[index] && hash !== after[index];
  return {
    typed: Object.fromEntries(typed.map((control) => [control, posted[control]!])) as Answers,
    hasNewer: shown !== null && now.some(isNewer),
  };
}

export function readConfirmationPage(
  { clock, settings }: Pick<Deps, "clock" | "settings">,
  draft: Draft,
  request: Request,
) {
  const { searchParams } = new URL(request.url);
  const priced = searchParams.get("priced") ?? answer(draft.answers, PRICE_LIST);
  const choices = confirmationPage(draft.answers, searchParams.get("removed"));
  const page = {
    ...stepPage("confirmation", draft, request, clock.now()),
    ...choices,
    today: londonDate(clock.now()),
    shown: shownChoices(choices),
    shownDetails: shownDetails(draft.answers),
    priceList: currentOffer().listId,
    priceChange: priceChange(draft.answers, settings.offerOf(priced)),
  };
  return freshStep(page, request, ["referrer", "otherDetails", "location", "shown"]);
}
