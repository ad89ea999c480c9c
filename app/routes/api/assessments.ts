import { ASSESSMENT_CALLS, offerAsJson } from "#app/features/api/operations/assessments.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";

export const loader = apiRoute(
  serve(ASSESSMENT_CALLS.listAssessments, async ({ reply }) => reply(200, offerAsJson(currentOffer()))),
);
export const action = loader;
