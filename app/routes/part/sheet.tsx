import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { requirePart } from "#app/features/contributions/part-guards.server.ts";
import { readSheet } from "#app/features/contributions/sheet.server.ts";
import { takesAnswers } from "#app/features/contributions/standing.ts";
import { Sheet } from "#app/features/contributions/sheet.tsx";
import type { Route } from "./+types/sheet";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const opened = await requirePart(context.get(requestScope), request, params.contributionId);
  if (!opened.isProved) throw data(null, { status: 404 });
  if (!takesAnswers(opened.standing)) throw redirect(`/part/${opened.asked.id}`, { headers: opened.headers });
  return data(readSheet(deps, opened, `/part/${opened.asked.id}`), { headers: opened.headers });
}

export default function PartSheet({ loaderData }: Route.ComponentProps) {
  return <Sheet sheet={loaderData} />;
}
