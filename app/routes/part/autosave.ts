import { requestScope } from "#app/context.ts";
import { answerPartAutosave } from "#app/features/contributions/part-form.server.ts";
import { formLimit, LONG_FORM } from "#app/platform/http/form-limit.server.ts";
import type { Route } from "./+types/autosave";

export const action = formLimit(LONG_FORM, async ({ request, params, context }: Route.ActionArgs) => {
  return answerPartAutosave(context.get(requestScope), request, params.contributionId, params.part);
});
