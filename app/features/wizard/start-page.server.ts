import type { Deps } from "#app/deps.server.ts";
import { readAssessments } from "#app/features/catalogue/catalogue.ts";
import { STEP_CONTROLS } from "#app/features/booking/field-values.ts";
import { bringsCookies, COOKIE_CHECK, readCookieCheck } from "./cookie-check.server.ts";
import { findDraftOf } from "./draft-guards.server.ts";
import { preselectedAnswers } from "./posted-answers.ts";
import type { StepPage } from "./step-page.ts";
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

type PageDeps = Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets">;

function isCookieless(request: Request): boolean {
  const { searchParams } = new URL(request.url);
  return searchParams.has("draft") && searchParams.has(COOKIE_CHECK) && !bringsCookies(request);
}

export function isStartRequest(request: Request): boolean {
  return !new URL(request.url).searchParams.has("draft") || isCookieless(request);
}

/** Writes nothing. */
export async function readStartPage(deps: PageDeps, request: Request): Promise<StartPage> {
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

async function readWithoutCookie(deps: PageDeps, query: URLSearchParams) {
  const draftId = query.get("draft") ?? "";
  const visitor = readCookieCheck(deps, draftId, query.get(COOKIE_CHECK) ?? "");
  const draft = visitor === null ? null : await findDraftOf(deps, visitor, draftId);
  const preselected = [draft?.answers.selectedAssessments ?? []].flat();
  const keys = readAssessments(preselected).ids.join(",");
  const own = Object.entries(draft?.answers ?? {}).filter(([field]) =>
    STEP_CONTROLS.referrer.includes(field),
  );
  return {
    saved: Object.fromEntries(own) as StepPage["saved"],
    preselected,
    retryHref: keys === "" ? "/booking" : `/booking?assessments=${keys}`,
  };
}
