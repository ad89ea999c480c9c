import type { Deps } from "#app/deps.server.ts";
import { preselectedAnswers } from "./posted-answers.ts";
import type { StepPage } from "./step-page.ts";
import { landingReferrer } from "./tracking.ts";
import { findUnfinishedDraft, type UnfinishedDraft } from "./unfinished-draft.server.ts";

/** The wizard before there is a draft. */
export type StartPage = Omit<StepPage, "draftId" | "action"> & {
  draftId: null;
  /** The id that the draft will have: the same form sent again is the same booking. */
  newDraftId: string;
  unfinished: UnfinishedDraft | null;
  /** Names that the link preselects. */
  preselected: string[];
  landingReferrer: string;
};

/** Reads what the wizard's first page shows to a visitor without a draft. Writes nothing (DESIGN section 6). */
export async function readStartPage(
  deps: Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets">,
  request: Request,
): Promise<StartPage> {
  const preselected = preselectedAnswers(new URL(request.url).searchParams.get("assessments"));
  return {
    draftId: null,
    newDraftId: deps.ids.random128(),
    saved: {},
    done: [],
    notice: null,
    unfinished: await findUnfinishedDraft(deps, request),
    preselected: [preselected.selectedAssessments ?? []].flat(),
    landingReferrer: landingReferrer(request, deps.env.APP_ORIGIN),
  };
}
