import { data, redirect } from "react-router";
import type { SignedInRequest } from "#app/features/accounts/sign-in/guards.server.ts";
import { refuseAnswers } from "#app/features/before-booking/wizard/check-answers.ts";
import { deleteDrafts } from "#app/features/before-booking/wizard/drafts.server.ts";
import { withoutUnasked } from "#app/features/before-booking/wizard/posted-answers.ts";
import { CHANNEL_WORDS } from "#app/features/booking/fields/reference-lists.ts";
import { takenBooking } from "#app/features/booking/fields/schema.ts";
import { answer, type Answers } from "#app/features/booking/fields/steps.ts";
import { bookingOfDraft } from "#app/features/booking/record/find-booking.server.ts";
import { submitBooking } from "#app/features/booking/record/submit-booking.server.ts";
import { putVisit, type VisitResult } from "#app/features/visits/agree/change-visit.server.ts";
import { type FreeList, freeListFor } from "#app/features/visits/plan/who-is-free.server.ts";
import { checkEmail } from "#app/features/contact-details/email.ts";
import { changedSince } from "#app/forms/changed-since.ts";
import { intentOf } from "#app/forms/intent.ts";
import { isValidation, parseForm, type Messages } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { missingIn, readPosted, refusalOfBooking } from "./typed-booking.server.ts";
import { findKnownCaller, saysTheSame } from "#app/features/booking/record/known-caller.server.ts";
import { discardStaffDraft, draftIdOf, saveStaffDraft } from "./new-booking-drafts.server.ts";
import { readAssessments } from "#app/features/catalogue/catalogue.ts";
import { inOneLine } from "#app/features/visits/record/fit.ts";
import { visitRefusal } from "#app/features/visits/agree/refusals.ts";
import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { timeSchema } from "#app/features/visits/agree/visit-schemas.ts";
import type { Deps } from "#app/deps.server.ts";

type VisitAtBooking =
  | { ok: true; plan: VisitPlan; assessorId: string; list: FreeList }
  | { ok: false; errors: Messages };

/** The client's address, else the location; empty for a virtual visit. */
function placeOf(answers: Answers): string {
  if (answer(answers, "showVirtualPricing") === "true") return "";
  const [street, ...rest] = [
    "clientAddressLine1",
    "clientAddressLine2",
    "clientTownCity",
    "clientPostcode",
  ].map((name) => answer(answers, name).trim());
  return street ? [street, ...rest].filter(Boolean).join(", ") : answer(answers, "assessmentLocation").trim();
}

/** The visit that the page of a new booking asks for, and who is free for it. */
async function readVisitAtBooking(
  deps: Deps,
  draftId: string | null,
  form: FormData,
  answers: Answers,
): Promise<VisitAtBooking> {
  const read = parseForm(form, timeSchema(londonDate(deps.clock.now())), "");
  if (!read.ok) return { ok: false, errors: read.reply.error };
  const mode = answer(answers, "showVirtualPricing") === "true" ? "virtual" : "face-to-face";
  const plan: VisitPlan = { ...read.value, mode, place: placeOf(answers) };
  const list = await freeListFor(deps, plan, {
    assessments: readAssessments([answers.selectedAssessments ?? []].flat()).ids,
    language: null,
    location: answer(answers, "assessmentLocation"),
    booking: {
      id: draftId ?? "",
      client_first_name: answer(answers, "clientFirstName"),
      client_last_name: answer(answers, "clientLastName"),
      referrer_organisation: answer(answers, "referrerOrganisation"),
    },
    exceptVisitId: null,
  });
  // A list that was shown for another person, or other assessments, has not said what this one says.
  const seenFor = ["clientFirstName", "clientLastName", "selectedAssessments"].map((name) => answers[name]);
  const forPlan = [list.forPlan, ...seenFor.flat().filter(Boolean)].join(" ");
  return { ok: true, plan, assessorId: answer(answers, "assessor"), list: { ...list, forPlan } };
}

/** Warnings about the chosen assessor, unless the form's sender has seen the list for this plan; null for nothing. */
function unseenWarnings(form: FormData, answers: Answers, list: FreeList): string | null {
  const fit = list.candidates.find(({ id }) => id === answer(answers, "assessor"))?.fit;
  const isSeen = form.get("forPlan") === list.forPlan;
  if (isSeen || !fit || fit.blocks.length > 0 || fit.warnings.length === 0) return null;
  return inOneLine(fit.warnings);
}

/** Undoes the booking whose visit was refused. */
class VisitRefused extends Error {
  override name = "VisitRefused";
  readonly sentence: string;
  readonly reason: string;
  /** The control that the refusal is about. */
  readonly field: "assessor" | "startRequested";

  constructor(refused: Extract<VisitResult, { ok: false }>) {
    super(refused.problem);
    const problem = refused.problem === "not-found" ? ({ problem: "changed-since" } as const) : refused;
    this.sentence = visitRefusal(problem, { mayOverrule: false });
    this.field = refused.problem === "early-start" ? "startRequested" : "assessor";
    this.reason = "reason" in refused ? `${refused.reason}.` : this.sentence;
  }
}

const NEW_BOOKING = "/admin/bookings/new";
const CHANGED = "This draft has changed in another tab";

function withSuggestion(answers: Answers): Answers {
  const typed = answer(answers, "referrerEmail");
  return { ...answers, referrerEmail: checkEmail(typed)?.suggestion ?? typed };
}

type StaffRequest = Pick<SignedInRequest<"staff">, "deps" | "by" | "user"> & { request: Request };

/** Saves what was typed; the version, and what is missing, on success. For the page's own script. */
export async function answerDraftSave({ deps, user, request }: StaffRequest): Promise<Response> {
  const id = draftIdOf(request);
  const form = await request.formData();
  if (id === null) return Response.json({}, { status: 410 });
  const answers = readPosted(form);
  const saved = await saveStaffDraft(deps, user.userId, id, { form, answers });
  if (saved.ok) {
    const caller = await findKnownCaller(deps, answers);
    const known = caller && !saysTheSame(answers, caller) ? caller : null;
    return Response.json({ version: saved.version, missing: missingIn(deps, answers), caller: known });
  }
  return Response.json({}, { status: saved.problem === "gone" ? 410 : 409 });
}

/** Who is free for the visit as it is typed; null while that is no plan. For the page's own script. */
export async function answerFreeAtBooking({ deps, request }: StaffRequest): Promise<FreeList | null> {
  const form = await request.formData();
  const asked = await readVisitAtBooking(deps, draftIdOf(request), form, readPosted(form));
  return asked.ok ? asked.list : null;
}

/** Answers the page's forms by `intent`: `book`, `book-visit`, `show`, `later`, `discard`, `use-caller`; anything else
 * saves and stays. A refused booking is saved as a draft too. With an assessor `book-visit` agrees the visit in
 * the booking's transaction. */
export async function answerNewBooking({ deps, by, user, request }: StaffRequest) {
  const form = await request.formData();
  const intent = intentOf(form);
  if (intent === "discard") {
    await discardStaffDraft(deps, user.userId, String(form.get("discardDraft")));
    return redirect(`${NEW_BOOKING}?done=discarded`, 303);
  }
  const id = draftIdOf(request);
  if (id === null) return redirect(NEW_BOOKING, 303);
  const posted = readPosted(form);
  const caller = intent === "use-caller" ? await findKnownCaller(deps, posted) : null;
  const answers = intent === "use-suggestion" ? withSuggestion(posted) : { ...posted, ...caller?.details };
  const schema = takenBooking(londonDate(deps.clock.now()));
  const refusal = refusalOfBooking(deps, answers);
  if (isValidation(form)) return data(refusal ?? refuseAnswers(answers, ""), 400);

  const saved = await saveStaffDraft(deps, user.userId, id, { form, answers });
  if (!saved.ok && saved.problem === "gone") {
    const booking = await bookingOfDraft(deps.db, id);
    return redirect(booking ? `/admin/bookings/${booking.id}` : NEW_BOOKING, 303);
  }
  if (!saved.ok) {
    const reply = refuseAnswers(
      { ...answers, version: String(saved.version) },
      changedSince(CHANGED),
      saved.savedInstead,
    );
    return data({ ...reply, title: CHANGED }, 409);
  }
  if (intent === "later") return redirect("/admin/dashboard?done=draft", 303);
  const isWithVisit = intent === "book-visit" && answer(answers, "assessor") !== "";
  const asked =
    intent === "show" || isWithVisit ? await readVisitAtBooking(deps, id, form, answers) : undefined;
  const shown = { ...answers, version: String(saved.version) };
  const list = asked?.ok ? { list: asked.list } : {};
  if (intent === "show") {
    if (asked?.ok) return { ...refuseAnswers(shown, ""), ...list };
    return data(refuseAnswers(shown, "Correct the day and time of the visit.", asked?.errors), 400);
  }
  if (caller) return redirect(`${NEW_BOOKING}?draft=${id}&filled=${saved.version}`, 303);
  if (intent !== "book" && intent !== "book-visit") return redirect(`${NEW_BOOKING}?draft=${id}`, 303);
  if (refusal || asked?.ok === false) {
    const { initialValue } = refuseAnswers(shown, "");
    const error = { ...refusal?.error, ...(asked?.ok === false ? asked.errors : {}) };
    const summary = refusal?.summary ?? "Please check the details below.";
    return data({ ...refusal, summary, error, initialValue, ...list }, 400);
  }
  const refuseVisit = (summary: string, message: string, field: VisitRefused["field"] = "assessor") =>
    data({ ...refuseAnswers(shown, summary, { [field]: [message] }), ...list }, 409);
  const unseen = asked && unseenWarnings(form, answers, asked.list);
  if (unseen) {
    return refuseVisit(`${unseen}. Nothing was made yet: press the button again to go on anyway.`, unseen);
  }
  const taken = schema.parse(withoutUnasked(answers));
  const { channel, shortNoticeReason } = taken;
  const booking = await submitBooking(deps, {
    ...by,
    ...taken,
    draftId: id,
    tracking: { utmParameters: {}, sessionData: {} },
    note: `How it came: ${CHANNEL_WORDS[channel]}.${shortNoticeReason ? ` At short notice: ${shortNoticeReason}` : ""}`,
    alsoWrite: async (inside, made) => {
      await deleteDrafts(inside.db, [id]);
      if (!asked) return;
      const { plan, assessorId } = asked;
      const agreement = { ...by, plan, assessorId, isReferrerTold: taken.isReferrerTold };
      const result = await putVisit(inside, made, { ...agreement, overruled: null, closes: "agreed" });
      if (!result.ok) throw new VisitRefused(result);
    },
  }).catch((error: unknown) => {
    if (error instanceof VisitRefused) return error;
    throw error;
  });
  if (booking instanceof VisitRefused) {
    const { sentence, reason, field } = booking;
    return refuseVisit(`${sentence} Nothing was made: all that you typed is kept as a draft.`, reason, field);
  }
  const page = `/admin/bookings/${booking.id}`;
  if (asked) return redirect(`${page}?done=taken-visit`, 303);
  return redirect(intent === "book" ? `${page}?done=taken` : `${page}/visit`, 303);
}
