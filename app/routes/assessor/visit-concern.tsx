import { data, redirect } from "react-router";
import { ConcernPage } from "#app/features/safeguarding/concern-page.tsx";
import { ConcernSchema } from "#app/features/safeguarding/concern-schema.ts";
import { writeConcern } from "#app/features/safeguarding/concerns.server.ts";
import { requireAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/visit-concern";

export async function loader(args: Route.LoaderArgs) {
  const { booking } = await requireAssessorVisit(args);
  return { visitId: args.params.visitId, reference: booking.reference };
}

export const action = once(async (args: Route.ActionArgs) => {
  const { deps, by, booking } = await requireAssessorVisit(args);
  const form = await readForm(args.request, ConcernSchema, "The concern was not recorded.");
  if (!form.ok) return data(form.reply, { status: 400 });
  await writeConcern(deps, { ...by, bookingId: booking.id, kind: "raised", text: form.value.concern });
  return redirect(`/assessor/visits/${args.params.visitId}?done=concern`, 303);
});

export default function RecordConcern({ loaderData: { visitId, reference } }: Route.ComponentProps) {
  return <ConcernPage reference={reference} backTo={`/assessor/visits/${visitId}`} />;
}
