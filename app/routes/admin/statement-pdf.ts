import { data } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { readStatement } from "#app/features/billing/own/statement-page.server.ts";
import { statementPdf } from "#app/features/billing/own/statement-pdf.server.ts";
import { pdfFile } from "#app/platform/http/pdf-file.server.ts";
import type { Route } from "./+types/statement-pdf";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, by } = await requireMoneyHandler(context, request);
  const page = await readStatement(deps, new URL(request.url).searchParams);
  if (!page) throw data(null, { status: 404 });
  await recordStaffView(deps, by, "booking.viewed", ["booking", page.bookingId]);
  return pdfFile(`statement-${page.from}-${page.until}`, await statementPdf(page));
}
