import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { sendDocument } from "#app/features/documents/open-document.server.ts";
import { recordDownload } from "#app/features/report/open-delivery.server.ts";
import { requireDelivery } from "#app/features/report/delivery-guards.server.ts";
import type { Route } from "./+types/file";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const { opened, by, isProved, problem } = await requireDelivery(scope, request, params.deliveryId);
  if (problem || !isProved) throw redirect(`/reports/${params.deliveryId}${new URL(request.url).search}`);
  const { report, booking } = opened;
  const name = `Report ${booking.reference} version ${report.version}.pdf`;
  const answer = await sendDocument(scope.deps, report.document_id, { name });
  if (!answer) throw data(null, { status: 404 });
  await recordDownload(scope.deps, opened, by);
  return answer;
}
