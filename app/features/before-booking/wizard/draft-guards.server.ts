import { DRAFT_HOURS } from "#app/features/data-protection/retention.ts";
import { data, redirect, replace } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { readFormKey } from "#app/platform/http/form-key.server.ts";
import { mayStartDraft, startDraft, bringsCookies, COOKIE_CHECK, leadOn } from "./start-draft.server.ts";
import {
  decryptDraft,
  findDraftRow,
  isOwnDraft,
  readVisitor,
  saveAnswers,
  type Draft,
  type DraftDeps,
} from "./drafts.server.ts";
import { firstUnfinished, mayVisit } from "./journey.ts";
import { postedAnswers } from "./posted-answers.ts";
import { selectedIds } from "./selection.ts";
import { enterOffer } from "#app/features/catalogue/offer-scope.server.ts";
import { offerOfOrganisation } from "#app/features/organisations/record/agreements.server.ts";
import { organisationToBookFor } from "./booking-for.server.ts";
import { readDetails } from "./posted-details.server.ts";
import { grantBooked } from "#app/features/booking/record/guards.server.ts";
import { bookingOfDraft } from "#app/features/booking/record/find-booking.server.ts";
import { readNotice, stepHref, type StepSlug } from "#app/features/booking/fields/steps.ts";
import { readTracking } from "#app/features/booking/fields/tracking.ts";
import { intentOf } from "#app/forms/intent.ts";

const DRAFT_EXPIRED = {
  heading: "Your answers have expired",
  message: `For your privacy we keep an unfinished booking for ${DRAFT_HOURS} hours, and only in the browser that it was started in. These answers are no longer there, and nothing has been booked. Please start again.`,
};

const TOO_MANY_DRAFTS = {
  heading: "We cannot begin another booking now",
  message:
    "Too many bookings were started from your connection. What you typed is kept on this page: please press the button again later, or give us a call.",
};

const NO_COOKIE = {
  ...DRAFT_EXPIRED,
  heading: "Your answers have expired, or cookies are switched off",
  message: `${DRAFT_EXPIRED.message} If your browser refuses cookies, please allow them for this website first: one cookie keeps your answers yours. You can also print the paper form, or give us a call.`,
};

/** The visitor's own draft; null alike for an expired one, somebody else's, and none. For a draft in the name of an
 * organisation the offer of its agreement is in force from here on. */
export async function findDraft(deps: DraftDeps & Pick<Deps, "settings">, request: Request, draftId: string) {
  const visitor = readVisitor(deps, request);
  const draft = visitor === null ? null : await findDraftOf(deps, visitor, draftId);
  const organisationId = draft && (await organisationToBookFor(deps, request, draft.organisation_id));
  if (draft) enterOffer(organisationId ? await offerOfOrganisation(deps, organisationId) : undefined);
  return draft;
}

export async function findDraftOf(deps: DraftDeps, visitor: string, draftId: string): Promise<Draft | null> {
  const row = await findDraftRow(deps.db, draftId);
  if (!row || row.expires_at <= deps.clock.now().toISOString()) return null;
  return isOwnDraft(deps, visitor, row) ? decryptDraft(deps, row) : null;
}

async function leaveWhenBooked(deps: Deps, request: Request, draft: Draft): Promise<void> {
  const booking = draft.booking_id === null ? null : await bookingOfDraft(deps.db, draft.id);
  if (!booking) return;
  throw replace(`/booking/submitted/${booking.id}`, {
    status: 303,
    headers: await grantBooked(deps, request, booking),
  });
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/** The draft that `?draft=` names, when its answers allow this step. Otherwise throws: a redirect to the start, to the
 * first unfinished step or to the booking, or the page that says that the draft is gone. What a POST brought is kept,
 * in a new draft if need be. Redirects replace the address: Back would lead to it, and so here again. */
export async function requireDraftStep(
  scope: { deps: Deps; clientAddress: string },
  request: Request,
  step: StepSlug,
): Promise<Draft> {
  const { deps } = scope;
  const query = new URL(request.url).searchParams;
  const draftId = query.get("draft");
  if (!draftId && isRead(request)) throw replace("/booking");
  const draft = draftId ? await findDraft(deps, request, draftId) : null;
  if (!draft) throw await withoutDraft(scope, request, step);
  await leaveWhenBooked(deps, request, draft);
  const today = londonDate(deps.clock.now());
  if (mayVisit(step, draft.answers, today)) {
    // The cookie came: the note about it goes from the address.
    if (isRead(request) && query.has(COOKIE_CHECK))
      throw replace(stepHref(step, draft.id, readNotice(query) ?? undefined), 303);
    return draft;
  }
  if (isRead(request)) throw replace(stepHref(firstUnfinished(draft.answers, today), draft.id), 303);
  const form = await request.formData();
  const typed = step === "confirmation" ? readDetails(deps, form, draft).toSave : postedAnswers(step, form);
  const kept = await saveAnswers(deps, draft, typed);
  const hasRemoved = intentOf(form)?.startsWith("remove:");
  const notice = hasRemoved && selectedIds(kept.answers).length === 0 ? "none-left" : "check";
  throw redirect(stepHref(firstUnfinished(kept.answers, today), draft.id, notice), 303);
}

/** For when `mayStartDraft` is false; the page keeps what was posted. */
export function tooManyDrafts(form: FormData) {
  const fields = [...form].filter(([, value]) => typeof value === "string");
  return data({ ...TOO_MANY_DRAFTS, resend: { fields } }, { status: 429 });
}

async function withoutDraft(
  { deps, clientAddress }: { deps: Deps; clientAddress: string },
  request: Request,
  step: StepSlug,
) {
  const { searchParams } = new URL(request.url);
  if (isRead(request)) {
    const check = searchParams.get(COOKIE_CHECK);
    const hasCookies = bringsCookies(request);
    if (check && !hasCookies) {
      const query = new URLSearchParams({ draft: searchParams.get("draft") ?? "", [COOKIE_CHECK]: check });
      return replace(`/booking?${query}`, 303);
    }
    return data(hasCookies ? DRAFT_EXPIRED : NO_COOKIE, { status: 410, statusText: "Gone" });
  }
  const form = await request.formData();
  if (!(await mayStartDraft(deps, clientAddress))) return tooManyDrafts(form);
  const answers = postedAnswers(step, form);
  const now = deps.clock.now().toISOString();
  const tracking = readTracking(request, form, now, deps.env.APP_ORIGIN);
  const formKey = readFormKey(deps, form);
  const started = await startDraft(deps, request, { answers, tracking, clientAddress, formKey });
  const next = firstUnfinished(started.draft.answers, londonDate(deps.clock.now()));
  return leadOn(deps, request, form, stepHref(next, started.draft.id, "expired"), started);
}
