import { data, redirect } from "react-router";
import { requireAssessor, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import { ConcernPage } from "#app/features/safeguarding/concern-page.tsx";
import { ConcernSchema } from "#app/features/safeguarding/concern-schema.ts";
import { writeConcern } from "#app/features/safeguarding/concerns.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/visit-concern";

type Asked = { request: Request; params: { visitId: string }; context: RouteContext };

async function requireOwnVisit({ request, params, context }: Asked) {
  const { deps, by } = await requireAssessor(context, request);
  const found = await findAssessorVisit(deps, params.visitId, by.actor.id);
  if (!found) throw data(null, { status: 404 });
  return { deps, by, booking: found.booking };
}

export async function loader(args: Route.LoaderArgs) {
  const { booking } = await requireOwnVisit(args);
  return { visitId: args.params.visitId, reference: booking.reference };
}

export const action = once(async (args: Route.ActionArgs) => {
  const { deps, by, booking } = await requireOwnVisit(args);
  const form = await readForm(args.request, ConcernSchema, "The concern was not recorded.");
  if (!form.ok) return data(form.reply, { status: 400 });
  await writeConcern(deps, { ...by, bookingId: booking.id, kind: "raised", text: form.value.concern });
  return redirect(`/assessor/visits/${args.params.visitId}?done=concern`, 303);
});

export default function RecordConcern({ loaderData: { visitId, reference } }: Route.ComponentProps) {
  return <ConcernPage reference={reference} backTo={`/assessor/visits/${visitId}`} />;
}
