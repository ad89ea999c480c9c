import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { isValidation, type FormReply } from "#app/forms/read-form.server.ts";
import { formatMinutes, londonDate } from "#app/platform/dates.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { saveAnswers, encryptAnswers, type Draft } from "./drafts.server.ts";
import { currentOffer, type Offer } from "#app/features/catalogue/catalogue.ts";
import { confirmationPage, shownChoices } from "./confirmation-page.server.ts";
import { readDetails, SHOWN_DETAILS, shownDetails } from "./shown-details.server.ts";
import { PRICE_LIST, priceChange } from "./price-change.ts";
import { firstUnfinished, previousStep } from "./journey.ts";
import { refusalOf, refuseAnswers } from "./check-answers.ts";
import { withoutUnasked } from "./posted-answers.ts";
import {
  AssessmentAnswers,
  bookingSubmission,
  confirmationAnswers,
} from "#app/features/booking/fields/schema.ts";
import { addableAssessments, selectedIds, withAssessment, withoutAssessment } from "./selection.ts";
import {
  asChange,
  stepHref,
  STEPS,
  type Answers,
  type StepSlug,
} from "#app/features/booking/fields/steps.ts";
import { submitBooking } from "#app/features/booking/record/submit-booking.server.ts";
import { bookingOfDraft } from "#app/features/booking/record/find-booking.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import type { Tracking } from "#app/features/booking/fields/tracking.ts";

type Outcome =
  | { kind: "go"; to: string }
  | { kind: "booked"; booking: BookingRow }
  | { kind: "refused"; status: 400 | 429; reply: FormReply }
  /** A fault of ours, 503 when it is the database's and will pass: everything typed is kept, and may be sent again. */
  | { kind: "failed"; status: 500 | 503; reply: FormReply };

type ActedBy = ActedByRequest & { clientAddress: string };

/** Saves what was posted, then does what the pressed button asks: Back (`back`), `remove:{id}`, `add:{id}`, stay
 * (`save`), `change:{step}`, or Confirm Booking, which books nothing when another tab changed what `shown` names. When
 * one changed details that `shownDetails` names, nothing is done but to save what was typed, unless the button leaves
 * the page. A form that only asks for its messages is not saved. */
export async function confirmBooking(
  deps: Deps,
  draft: Draft,
  form: FormData,
  by: ActedBy,
): Promise<Outcome> {
  const details = readDetails(form, draft.answers);
  const { answers, typed } = details;
  const schema = confirmationAnswers(londonDate(deps.clock.now()));
  const refusal = refusalOf(schema, answers, "Please check the details below.");
  if (isValidation(form))
    return { kind: "refused", status: 400, reply: refusal ?? refuseAnswers(answers, "") };
  try {
    return await transact(deps.db, (trx) =>
      answer({ ...deps, db: trx }, draft, { form, details, refusal, by }),
    );
  } catch (error) {
    deps.log.error("booking not submitted", { requestId: by.requestId, ...describeError(error) });
    const status = isStorageError(error) ? 503 : 500;
    let shown = String(form.get(SHOWN_DETAILS) ?? "");
    if (status === 500) {
      const saved = await saveAnswers(deps, draft, typed);
      if (!details.hasNewer) shown = shownDetails(saved.answers);
    }
    return { kind: "failed", status, reply: refuseAnswers({ ...answers, [SHOWN_DETAILS]: shown }, "") };
  }
}

type Posted = {
  form: FormData;
  details: ReturnType<typeof readDetails>;
  refusal: FormReply | null;
  by: ActedBy;
};

async function answer(deps: Deps, draft: Draft, posted: Posted): Promise<Outcome> {
  const typed = { ...posted.details.typed, ...describedOther(draft, posted.form) };
  const saved = await saveAnswers(deps, draft, typed);
  // Another request booked the draft while this one waited, and emptied it.
  const earlier = saved.booking_id && (await bookingOfDraft(deps.db, draft.id));
  if (earlier) return { kind: "booked", booking: earlier };
  const outcome = await press(deps, saved, posted);
  if (outcome.kind === "refused") outcome.reply.initialValue[SHOWN_DETAILS] = shownDetails(saved.answers);
  return outcome;
}

/** Chooses Other when it was described: the description is not lost whichever button was pressed, and not booked before step 5
 * has shown it. */
function describedOther({ answers }: Draft, form: FormData): Answers {
  const details = String(form.get("otherAssessmentDetails") ?? "");
  const added = details.trim() === "" ? {} : withAssessment(answers, "other", details);
  return AssessmentAnswers.safeParse({ ...answers, ...added }).success ? added : {};
}

/** A description that was too long to be taken. */
function hasLongOther({ answers }: Draft, form: FormData): boolean {
  const isDescribed = String(form.get("otherAssessmentDetails") ?? "").trim() !== "";
  return isDescribed && addableAssessments(answers).some(({ id }) => id === "other");
}

async function press(deps: Deps, saved: Draft, posted: Posted): Promise<Outcome> {
  const { form, refusal, by } = posted;
  const { answers, hasNewer } = posted.details;
  const [verb, subject = ""] = String(form.get("intent") ?? "confirm").split(":");
  if (verb === "back") {
    return go(stepHref(previousStep("confirmation", saved.answers) ?? "scheduling", saved.id));
  }
  const changed = STEPS.find(({ slug }) => verb === "change" && slug === subject);
  if (changed) return go(asChange(stepHref(changed.slug, saved.id)));
  if (hasNewer) return go(stepHref("confirmation", saved.id, "changed"));
  if (hasLongOther(saved, form)) return addAssessment(deps, saved, "other", answers, form);
  if (verb === "remove") return removeAssessment(deps, saved, subject);
  if (verb === "add") return addAssessment(deps, saved, subject, answers, form);
  if (verb === "save") return go(`${stepHref("confirmation", saved.id, "saved")}#client`);
  if (verb !== "confirm") return go(stepHref("confirmation", saved.id));
  const offer = currentOffer();
  if (form.has("shown") && form.get("shown") !== shownChoices(confirmationPage(saved.answers))) {
    const priced = String(form.get(PRICE_LIST) ?? "");
    const hasNewPrices = priceChange(saved.answers, deps.settings.offerOf(priced)) !== null;
    if (!hasNewPrices) return go(stepHref("confirmation", saved.id, "changed"));
    return go(`${stepHref("confirmation", saved.id)}&priced=${encodeURIComponent(priced)}`);
  }
  if (refusal) return { kind: "refused", status: 400, reply: refusal };
  return confirm(deps, saved, answers, { ...by, offer });
}

function go(to: string): Outcome {
  return { kind: "go", to };
}

async function removeAssessment(deps: Deps, draft: Draft, id: string): Promise<Outcome> {
  const { answers } = await saveAnswers(deps, draft, withoutAssessment(draft.answers, id));
  if (selectedIds(answers).length === 0) return go(stepHref("assessments", draft.id, "none-left"));
  const isKnown = addableAssessments(answers).some((assessment) => assessment.id === id);
  return go(`${stepHref("confirmation", draft.id)}${isKnown ? `&removed=${id}` : ""}`);
}

async function addAssessment(
  deps: Deps,
  draft: Draft,
  id: string,
  typed: Answers,
  form: FormData,
): Promise<Outcome> {
  const otherDetails = String(form.get("otherAssessmentDetails") ?? "");
  const added = withAssessment(draft.answers, id, otherDetails);
  const read = AssessmentAnswers.safeParse({ ...draft.answers, ...added });
  if (!read.success) {
    const page = { ...typed, otherAssessmentDetails: otherDetails };
    const message = read.error.issues[0]!.message;
    const reply = refuseAnswers(page, message, { otherAssessmentDetails: [message] });
    return { kind: "refused", status: 400, reply };
  }
  await saveAnswers(deps, draft, added);
  return go(stepHref("confirmation", draft.id));
}

async function confirm(
  deps: Deps,
  draft: Draft,
  typed: Answers,
  by: ActedBy & { offer: Offer },
): Promise<Outcome> {
  const outcome = await submitDraft(deps, draft, by);
  if (outcome.kind === "booked") return outcome;
  if (outcome.kind === "unfinished") return go(stepHref(outcome.step, draft.id, "check"));
  const wait = formatMinutes(outcome.retryAfterSeconds / 60);
  const message = `There have been many bookings from your connection. Everything is saved: please try again in ${wait}, or give us a call.`;
  return { kind: "refused", status: 429, reply: refuseAnswers(typed, message) };
}

type DraftOutcome =
  | { kind: "booked"; booking: BookingRow }
  | { kind: "unfinished"; step: StepSlug }
  | { kind: "too-many"; retryAfterSeconds: number };

/** Checks every step again and books. A draft that was booked gives that booking. */
export async function submitDraft(
  deps: Deps,
  draft: Draft,
  by: ActedByRequest & { clientAddress: string; offer?: Offer },
): Promise<DraftOutcome> {
  const today = londonDate(deps.clock.now());
  const earlier = await bookingOfDraft(deps.db, draft.id);
  if (earlier) return { kind: "booked", booking: earlier };
  const result = bookingSubmission(today).safeParse(withoutUnasked(draft.answers));
  if (!result.success) return { kind: "unfinished", step: firstUnfinished(draft.answers, today) };
  const verdict = await hitRateLimit(deps, RATE_LIMITS.booking, by.clientAddress);
  if (!verdict.isAllowed) return { kind: "too-many", retryAfterSeconds: verdict.retryAfterSeconds };
  const booking = await submitBooking(deps, {
    submission: result.data,
    draftId: draft.id,
    tracking: withTimeSpent(draft, deps.clock.now()),
    actor: by.actor,
    offer: by.offer,
    requestId: by.requestId,
    // The answers are the booking's now.
    alsoWrite: (trx) => storeEmptied(trx, draft.id, encryptAnswers(deps, draft.id, {})),
  });
  return { kind: "booked", booking };
}

function storeEmptied(executor: Executor, id: string, answers_sealed: string) {
  return executor
    .updateTable("drafts")
    .set({ answers_sealed, referrer_hash: "" })
    .where("id", "=", id)
    .execute();
}

function withTimeSpent({ tracking, created_at }: Draft, now: Date): Tracking {
  const timeSpentSeconds = Math.round((now.getTime() - Date.parse(created_at)) / 1000);
  return { ...tracking, sessionData: { ...tracking.sessionData, timeSpentSeconds } };
}
