import type { Deps } from "#app/deps.server.ts";
import { data } from "react-router";
import { ownAnswers, type StepPage } from "./step-page.server.ts";
import { refuseAnswers } from "./check-answers.ts";
import { readFormKey } from "#app/platform/http/form-key.server.ts";
import { answerStep } from "./answer-step.server.ts";
import {
  draftIdOf,
  mayStartDraft,
  startDraft,
  visitorOf,
  bringsCookies,
  COOKIE_CHECK,
  readCookieCheck,
  leadOn,
} from "./start-draft.server.ts";
import { decryptDraft, deleteDrafts, readVisitor, VISITOR_HASH } from "./drafts.server.ts";
import { findDraft, findDraftOf } from "./draft-guards.server.ts";
import { linkedKeys, postedAnswers, preselectedAnswers } from "./posted-answers.ts";
import type { Answers, StepSlug } from "#app/features/booking/fields/steps.ts";
import {
  memberAnswers,
  organisationToBookFor,
  readBookingFor,
  type BookingFor,
} from "./booking-for.server.ts";
import { landingReferrer, readTracking } from "#app/features/booking/fields/tracking.ts";
import { londonDate } from "#app/platform/dates.ts";
import { firstUnfinished } from "./journey.ts";
import { selectedIds, selectedNames, withdrawnText } from "./selection.ts";

export type StartPage = Omit<StepPage, "draftId" | "action" | "today"> & {
  draftId: null;
  unfinished: UnfinishedDraft | null;
  preselected: string[];
  landingReferrer: string;
  /** Null for whoever is no member of an organisation. */
  booksFor: BookingFor | null;
  /** The form's address when the browser kept no cookie of ours. */
  retryHref: string | null;
};

/** The browser made a draft and did not keep the cookie that came with it. */
export function isCookieless(request: Request): boolean {
  const { searchParams } = new URL(request.url);
  return searchParams.has("draft") && searchParams.has(COOKIE_CHECK) && !bringsCookies(request);
}

export const isStartRequest = (request: Request): boolean =>
  !new URL(request.url).searchParams.has("draft") || isCookieless(request);

/** Data of step 1 without a draft, with `more` added. Writes nothing. */
export async function readStartPage<More extends object>(
  deps: Deps,
  request: Request,
  more: More,
): Promise<StartPage & More> {
  const { searchParams } = new URL(request.url);
  const keys = searchParams.get("assessments");
  const preselected = preselectedAnswers(keys);
  const page = {
    ...more,
    draftId: null,
    saved: {},
    done: [],
    notice: null,
    withdrawn: withdrawnText(linkedKeys(keys)),
    unfinished: null,
    preselected: selectedNames(preselected),
    landingReferrer: landingReferrer(request, deps.env.APP_ORIGIN),
    retryHref: null,
    booksFor: null,
  };
  if (isCookieless(request)) return { ...page, ...(await readWithoutCookie(deps, searchParams)) };
  const unfinished = await findUnfinishedDraft(deps, request);
  const booksFor = await readBookingFor(deps, request);
  if (!booksFor) return { ...page, unfinished };
  return {
    ...page,
    unfinished,
    booksFor,
    saved: ownAnswers("referrer", await memberAnswers(deps, request, booksFor)),
  };
}

async function readWithoutCookie(deps: Deps, query: URLSearchParams) {
  const draftId = query.get("draft") ?? "";
  const visitor = readCookieCheck(deps, draftId, query.get(COOKIE_CHECK) ?? "");
  const draft = visitor === null ? null : await findDraftOf(deps, visitor, draftId);
  const answers = draft?.answers ?? {};
  const keys = selectedIds(answers).join(",");
  return {
    saved: ownAnswers("referrer", answers),
    preselected: selectedNames(answers),
    retryHref: keys === "" ? "/booking" : `/booking?assessments=${keys}`,
  };
}

export type UnfinishedDraft = { id: string; step: StepSlug; savedAt: string };

export async function findUnfinishedDraft(deps: Deps, request: Request): Promise<UnfinishedDraft | null> {
  const visitor = readVisitor(deps, request);
  if (visitor === null) return null;
  const now = deps.clock.now();
  const row = await deps.db
    .selectFrom("drafts")
    .selectAll()
    .where("visitor_hash", "in", deps.secrets.hashes(visitor, VISITOR_HASH))
    .where("expires_at", ">", now.toISOString())
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom("bookings").select("bookings.id").whereRef("bookings.draft_id", "=", "drafts.id"),
        ),
      ),
    )
    .orderBy("updated_at", "desc")
    .executeTakeFirst();
  if (!row) return null;
  const { answers } = decryptDraft(deps, row);
  return { id: row.id, step: firstUnfinished(answers, londonDate(now)), savedAt: row.updated_at };
}

const TOO_MANY =
  "Too many bookings were started from your connection, so you cannot start another one now. What you typed is still here: please try again later, or give us a call.";

/** The first POST of a booking: makes the draft and answers step 1. The form sent again goes on in the draft that it
 * made. */
export async function beginBooking(deps: Deps, request: Request, form: FormData, clientAddress: string) {
  const formKey = readFormKey(deps, form);
  const earlier =
    formKey && (await findDraftOf(deps, visitorOf(deps, request, formKey), draftIdOf(deps, formKey)));
  const begun = earlier && earlier.booking_id === null ? earlier : null;
  if (!begun && !(await mayStartDraft(deps, clientAddress))) {
    const typed = postedAnswers("referrer", form);
    return data({ ...refuseAnswers(typed, TOO_MANY), draftId: null }, 429);
  }
  const tracking = readTracking(request, form, deps.clock.now().toISOString(), deps.env.APP_ORIGIN);
  const preselected = preselectedAnswers(new URL(request.url).searchParams.get("assessments"));
  const before = begun?.answers ?? preselected;
  const organisationId = await organisationToBookFor(deps, request, String(form.get("organisation") ?? ""));
  let started: Awaited<ReturnType<typeof startDraft>> | undefined;
  const save = async (typed: Answers) => {
    const answers = { ...before, ...typed };
    started = await startDraft(deps, request, { answers, tracking, clientAddress, formKey, organisationId });
    return started.draft;
  };
  const answered = await answerStep(deps, { before, step: "referrer", form, save });
  if (answered.kind === "refused") {
    const headers: HeadersInit = started ? { "Set-Cookie": started.setCookie } : {};
    return data({ ...answered.reply, draftId: started?.draft.id ?? null }, { status: 400, headers });
  }
  return leadOn(deps, request, form, answered.to, started!);
}

export async function startAfresh(deps: Deps, request: Request, draftId: string): Promise<void> {
  const draft = await findDraft(deps, request, draftId);
  if (draft) await deleteDrafts(deps.db, [draft.id]);
}
