import type { StartDeps } from "./start-draft.server.ts";
import { readAssessments } from "#app/features/catalogue/catalogue.ts";
import { bringsCookies, COOKIE_CHECK, readCookieCheck } from "./cookie-check.server.ts";
import { findDraftOf } from "./draft-guards.server.ts";
import { preselectedAnswers } from "./posted-answers.ts";
import { sharedPage } from "#app/platform/http/shared-pages.server.ts";
import { ownAnswers, type StepPage } from "./step-page.server.ts";
import { landingReferrer } from "#app/features/booking/tracking.ts";
import { findUnfinishedDraft, type UnfinishedDraft } from "./begin-booking.server.ts";

export type StartPage = Omit<StepPage, "draftId" | "action"> & {
  draftId: null;
  unfinished: UnfinishedDraft | null;
  preselected: string[];
  landingReferrer: string;
  /** Where the form is sent when the browser kept no cookie of ours. */
  retryHref: string | null;
};

function isCookieless(request: Request): boolean {
  const { searchParams } = new URL(request.url);
  return searchParams.has("draft") && searchParams.has(COOKIE_CHECK) && !bringsCookies(request);
}

export function isStartRequest(request: Request): boolean {
  return !new URL(request.url).searchParams.has("draft") || isCookieless(request);
}

/** Writes nothing. */
export async function readStartPage(deps: StartDeps, request: Request): Promise<StartPage> {
  const { searchParams } = new URL(request.url);
  const preselected = preselectedAnswers(searchParams.get("assessments"));
  const page = {
    draftId: null,
    saved: {},
    done: [],
    notice: null,
    unfinished: null,
    preselected: [preselected.selectedAssessments ?? []].flat(),
    landingReferrer: landingReferrer(request, deps.env.APP_ORIGIN),
    retryHref: null,
  };
  return isCookieless(request)
    ? { ...page, ...(await readWithoutCookie(deps, searchParams)) }
    : { ...page, unfinished: await findUnfinishedDraft(deps, request) };
}

async function readWithoutCookie(deps: StartDeps, query: URLSearchParams) {
  const draftId = query.get("draft") ?? "";
  const visitor = readCookieCheck(deps, draftId, query.get(COOKIE_CHECK) ?? "");
  const draft = visitor === null ? null : await findDraftOf(deps, visitor, draftId);
  const preselected = [draft?.answers.selectedAssessments ?? []].flat();
  const keys = readAssessments(preselected).ids.join(",");
  return {
    saved: ownAnswers("referrer", draft?.answers ?? {}),
    preselected,
    retryHref: keys === "" ? "/booking" : `/booking?assessments=${keys}`,
  };
}

/** Without anything of one visitor's it is the same for everybody. */
export function freshStart<Page extends StartPage>(page: Page, request: { url: string }): Page {
  const isFresh = new URL(request.url).search === "" && !page.unfinished && !page.landingReferrer;
  return isFresh ? sharedPage(page, []) : page;
}
