import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { isValidation, type FormReply } from "#app/forms/read-form.server.ts";
import { formatMinutes, londonDate } from "#app/platform/dates.ts";
import { transact } from "#app/platform/database.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { saveAnswers, encryptAnswers, type Draft } from "./drafts.server.ts";
import { currentOffer, type Offer } from "#app/features/catalogue/catalogue.ts";
import { offerOfList } from "#app/features/organisations/record/agreements.server.ts";
import { changedSince } from "#app/forms/changed-since.ts";
import { intentOf } from "#app/forms/intent.ts";
import { confirmationPage, shownTerms, TERMS } from "./confirmation-page.server.ts";
import { readDetails, type Details } from "./posted-details.server.ts";
import { addUsualRecipients, organisationBookedFor, organisationOfBooking } from "./booking-for.server.ts";
import { copyReferral, isOfClosedMatter } from "./copy-referral.server.ts";
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
  | { kind: "refused"; status: 400 | 409 | 429; reply: FormReply }
  /** A fault of ours, 503 when it is the database's and will pass: everything typed is kept, and may be sent again. */
  | { kind: "failed"; status: 500 | 503; reply: FormReply };

type ActedBy = ActedByRequest & { clientAddress: string };

/** Saves what was posted, then does what the pressed button asks: Back (`back`), `remove:{id}`, `add:{id}`, stay
 * (`save`), `change:{step}`, or Confirm Booking. Answers 409 when another tab has saved other details: the page
 * then shows both. Confirm Booking shows the page again when the draft or the `terms` have changed at all. A form that
 * only asks for its messages is not saved. */
export async function confirmBooking(
  deps: Deps,
  draft: Draft,
  form: FormData,
  by: ActedBy,
): Promise<Outcome> {
  const details = readDetails(deps, form, draft);
  const { answers } = details;
  const schema = confirmationAnswers(londonDate(deps.clock.now()));
  const refusal = refusalOf(schema, answers, "Please check the details below.");
  if (isValidation(form))
    return { kind: "refused", status: 400, reply: refusal ?? refuseAnswers(answers, "") };
  try {
    return await transact(deps, (inside) => answer(inside, draft, { form, details, refusal, by }));
  } catch (error) {
    deps.log.error("booking not submitted", { requestId: by.requestId, ...describeError(error) });
    const status = isStorageError(error) ? 503 : 500;
    const reply = refuseAnswers(answers, "");
    keepVersion(reply, status === 500 ? await saveDetails(deps, draft, details) : draft, { form, details });
    return { kind: "failed", status, reply };
  }
}

type Posted = { form: FormData; details: Details; refusal: FormReply | null; by: ActedBy };

async function answer(deps: Deps, draft: Draft, posted: Posted): Promise<Outcome> {
  const saved = await saveDetails(deps, draft, posted.details, describedOther(draft, posted.form));
  // Another request booked the draft while this one waited, and emptied it.
  const earlier = saved.booking_id && (await bookingOfDraft(deps.db, draft.id));
  if (earlier) return { kind: "booked", booking: earlier };
  const outcome = await press(deps, saved, posted);
  if (outcome.kind === "refused" && outcome.status !== 409) keepVersion(outcome.reply, saved, posted);
  return outcome;
}

const saveDetails = (deps: Deps, draft: Draft, { toSave, isStale, formKey }: Details, more: Answers = {}) =>
  saveAnswers(deps, draft, { ...toSave, ...more }, { formKey: isStale ? null : formKey });

/** Puts the saved version into a reply, whose page does not load again. A page that was stale stays so
 * until it does. */
function keepVersion(reply: FormReply, saved: Draft, { form, details }: Pick<Posted, "form" | "details">) {
  if (!form.has("version")) return;
  reply.initialValue["version"] = details.isStale ? String(form.get("version")) : String(saved.version);
}

/** The page loads again after this, with the new version. */
function showConflicts({ version }: Draft, { answers, conflicts }: Details): Outcome {
  const shown = { ...answers, version: String(version) };
  const reply = refuseAnswers(shown, changedSince("Your booking has changed", "booked"), conflicts);
  return { kind: "refused", status: 409, reply: { ...reply, title: "Your booking has changed" } };
}

/** Chooses Other when it was described: the description is not lost whichever button was pressed, and not booked before
 * step 5 has shown it. */
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
  const { answers, conflicts, isStale } = posted.details;
  const [verb, subject = ""] = (intentOf(form) ?? "confirm").split(":");
  if (Object.keys(conflicts).length > 0) return showConflicts(saved, posted.details);
  if (verb === "back")
    return go(stepHref(previousStep("confirmation", saved.answers) ?? "scheduling", saved.id));
  const step = STEPS.find(({ slug }) => verb === "change" && slug === subject);
  if (step) return go(asChange(stepHref(step.slug, saved.id)));
  if (hasLongOther(saved, form)) return addAssessment(deps, saved, "other", answers, form);
  if (verb === "remove") return removeAssessment(deps, saved, subject);
  if (verb === "add") return addAssessment(deps, saved, subject, answers, form);
  if (verb === "save") return go(`${stepHref("confirmation", saved.id, "saved")}#client`);
  if (verb !== "confirm") return go(stepHref("confirmation", saved.id));
  const offer = currentOffer();
  const organisationId = await organisationBookedFor(deps, by.actor, saved.organisation_id);
  const terms = shownTerms(confirmationPage(saved.answers), organisationId);
  const isAtOtherTerms = form.has(TERMS) && form.get(TERMS) !== terms;
  const priced = String(form.get(PRICE_LIST) ?? "");
  if (
    isAtOtherTerms &&
    priceChange(saved.answers, await offerOfList(deps, priced, saved.organisation_id)) !== null
  )
    return go(`${stepHref("confirmation", saved.id)}&priced=${encodeURIComponent(priced)}`);
  if (isAtOtherTerms || isStale) return go(stepHref("confirmation", saved.id, "changed"));
  if (refusal) return { kind: "refused", status: 400, reply: refusal };
  return confirm(deps, saved, answers, { ...by, offer });
}

const go = (to: string): Outcome => ({ kind: "go", to });

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
  const organisation = await organisationOfBooking(deps, draft.organisation_id, by.actor);
  const isClosedMatter = organisation !== undefined && (await isOfClosedMatter(deps, draft, organisation));
  const booking = await submitBooking(deps, {
    submission: result.data,
    draftId: draft.id,
    tracking: withTimeSpent(draft, deps.clock.now()),
    actor: by.actor,
    organisation: organisation && { ...organisation, isClosedMatter },
    offer: by.offer,
    requestId: by.requestId,
    // The answers are the booking's now.
    alsoWrite: async (inside, made) => {
      await copyReferral(inside, draft, made, by);
      if (organisation && !isClosedMatter)
        await addUsualRecipients(inside, made, organisation.recipients, by);
      const answers_sealed = encryptAnswers(deps, draft.id, {});
      const emptied = inside.db.updateTable("drafts").set({ answers_sealed, referrer_hash: "" });
      await emptied.where("id", "=", draft.id).execute();
    },
  });
  return { kind: "booked", booking };
}

function withTimeSpent({ tracking, created_at }: Draft, now: Date): Tracking {
  const timeSpentSeconds = Math.round((now.getTime() - Date.parse(created_at)) / 1000);
  return { ...tracking, sessionData: { ...tracking.sessionData, timeSpentSeconds } };
}
