import { sharedPage } from "#app/platform/http/shared-pages.server.ts";
import type { StartPage } from "./start-page.server.ts";
import type { StepPage } from "./step-page.ts";

/**
 * Marks a step's page on which nothing was answered yet: everybody gets the same, but for the draft's id and what `texts`
 * name (see `sharedPage`).
 */
export function freshStep<Page extends StepPage>(
  page: Page,
  request: { url: string },
  texts: readonly (keyof Page & string)[] = [],
): Page {
  const hasOnlyDraft = new URL(request.url).search === `?draft=${page.draftId}`;
  const isFresh = hasOnlyDraft && Object.keys(page.saved).length === 0;
  return isFresh ? sharedPage(page, [page.draftId], texts) : page;
}

/** Marks the start as everybody gets it who comes without a link's extras and left no booking unfinished. */
export function freshStart<Page extends StartPage>(page: Page, request: { url: string }): Page {
  const isFresh = new URL(request.url).search === "" && !page.unfinished && !page.landingReferrer;
  return isFresh ? sharedPage(page, []) : page;
}
