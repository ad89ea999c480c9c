import { data } from "react-router";
import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { openStaffDocument } from "#app/features/billing/own/invoice-page.server.ts";
import { invoicePdf } from "#app/features/billing/own/invoice-pdf.server.ts";
import { pdfFile } from "#app/platform/http/pdf-file.server.ts";
import type { Route } from "./+types/invoice-pdf";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by } = await requireMoneyHandler(context, request);
  const page = await openStaffDocument(deps, params.invoiceId);
  if (!page) throw data(null, { status: 404 });
  await recordStaffView(deps, by, "booking.viewed", ["booking", page.bookingId]);
  return pdfFile(page.view.number, await invoicePdf(page.view));
}
