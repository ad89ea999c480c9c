import { sharedPage } from "#app/platform/http/shared-pages.server.ts";
import type { StartPage } from "./start-page.server.ts";
import type { StepPage } from "./step-page.ts";

/** A page without answers is the same for everybody but for the draft's id and what `texts` name (see `sharedPage`). */
export function freshStep<Page extends StepPage>(
  page: Page,
  request: { url: string },
  texts: readonly (keyof Page & string)[] = [],
): Page {
  const hasOnlyDraft = new URL(request.url).search === `?draft=${page.draftId}`;
  const isFresh = hasOnlyDraft && Object.keys(page.saved).length === 0;
  return isFresh ? sharedPage(page, [page.draftId], texts) : page;
}

export function freshStart<Page extends StartPage>(page: Page, request: { url: string }): Page {
  const isFresh = new URL(request.url).search === "" && !page.unfinished && !page.landingReferrer;
  return isFresh ? sharedPage(page, []) : page;
}
