import { requestScope } from "#app/context.ts";
import { answerPartAutosave } from "#app/features/contributions/part-form.server.ts";
import type { Route } from "./+types/autosave";

export async function action({ request, params, context }: Route.ActionArgs) {
  return answerPartAutosave(context.get(requestScope), request, params.contributionId, params.part);
}
