import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { requireDocument } from "#app/features/documents/guards.server.ts";
import { sendDocument } from "#app/features/documents/open-document.server.ts";
import { sendUnreleased } from "#app/features/report-writing/report-files.server.ts";
import type { Route } from "./+types/document";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const { id } = await requireDocument(scope, request, params.documentId);
  const isShown = new URL(request.url).searchParams.has("show");
  const answer =
    (await sendUnreleased(scope.deps, id, { isShown })) ?? (await sendDocument(scope.deps, id, { isShown }));
  if (!answer) throw data(null, { status: 404 });
  return answer;
}
