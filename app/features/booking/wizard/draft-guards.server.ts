import { data, redirect, replace } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { openDraft, readVisitor, visitorHashes, type Draft } from "./drafts.server.ts";
import { firstUnfinished, mayVisit } from "./journey.ts";
import { postedAnswers } from "./posted-answers.ts";
import { grantBooking } from "#app/features/booking/guards.server.ts";
import { saveAnswers } from "./save-answers.server.ts";
import { startDraft } from "./start-draft.server.ts";
import { stepHref, type StepSlug } from "./steps.ts";
import { readTracking } from "./tracking.ts";

type GuardDeps = Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets">;

/** What the error page says of a draft that is no longer there; it must not look as if nothing had been. */
const DRAFT_EXPIRED = {
  heading: "Your answers have expired",
  message:
    "For your privacy we keep an unfinished booking for 48 hours, and only in the browser that it was started in. These answers are no longer there, and nothing has been booked. Please start again.",
};

/** The visitor's own living draft of this id; null alike for an expired one, somebody else's, and none. */
export async function findDraft(
  deps: Pick<Deps, "env" | "db" | "clock" | "secrets">,
  request: Request,
  draftId: string,
): Promise<Draft | null> {
  const visitor = await readVisitor(deps, request);
  if (visitor === null) return null;
  const row = await deps.db
    .selectFrom("drafts")
    .selectAll()
    .where("id", "=", draftId)
    .where("visitor_hash", "in", visitorHashes(deps, visitor))
    .where("expires_at", ">", deps.clock.now().toISOString())
    .executeTakeFirst();
  return row ? openDraft(deps, row) : null;
}

/** Goes to the submitted view when the draft has become a booking: a draft becomes at most one (DESIGN decision 3). */
async function leaveWhenBooked(deps: GuardDeps, request: Request, draft: Draft): Promise<void> {
  const booking = await deps.db
    .selectFrom("bookings")
    .select(["id", "token_version"])
    .where("draft_id", "=", draft.id)
    .executeTakeFirst();
  if (!booking) return;
  throw replace(`/booking/submitted/${booking.id}`, {
    status: 303,
    headers: { "Set-Cookie": await grantBooking(deps, request, booking) },
  });
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/**
 * The draft that `?draft=` names, for showing or answering one of its steps. Otherwise throws: without an id to the
 * wizard's start; a step opened too early to the first unfinished one; a booked draft to its booking; an expired or
 * unknown one the page that says so. What a POST brought is kept all the same, in a new draft if need be. The address that
 * was asked for leaves the browser's history: Back would lead to it, and so here again, for ever.
 */
export async function requireDraftStep(deps: GuardDeps, request: Request, step: StepSlug): Promise<Draft> {
  const draftId = new URL(request.url).searchParams.get("draft");
  if (!draftId && isRead(request)) throw replace("/booking");
  const draft = draftId ? await findDraft(deps, request, draftId) : null;
  if (!draft) throw await withoutDraft(deps, request, step);
  await leaveWhenBooked(deps, request, draft);
  const today = londonDate(deps.clock.now());
  if (mayVisit(step, draft.answers, today)) return draft;
  if (isRead(request)) throw replace(stepHref(firstUnfinished(draft.answers, today), draft.id), 303);
  const kept = await saveAnswers(deps, draft, postedAnswers(step, await request.formData()));
  throw redirect(stepHref(firstUnfinished(kept.answers, today), draft.id, "check"), 303);
}

async function withoutDraft(deps: GuardDeps, request: Request, step: StepSlug) {
  if (isRead(request)) return data(DRAFT_EXPIRED, { status: 410, statusText: "Gone" });
  const form = await request.formData();
  const answers = postedAnswers(step, form);
  const now = deps.clock.now().toISOString();
  const tracking = readTracking(request, form, now, deps.env.APP_ORIGIN);
  const { draft, setCookie } = await startDraft(deps, request, { answers, tracking });
  const next = firstUnfinished(draft.answers, londonDate(deps.clock.now()));
  return redirect(stepHref(next, draft.id, "expired"), { status: 303, headers: { "Set-Cookie": setCookie } });
}
