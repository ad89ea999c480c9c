import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { openInvoicePage } from "#app/features/billing/own/invoice-page.server.ts";
import { invoicePdf } from "#app/features/billing/own/invoice-pdf.server.ts";
import { pdfFile } from "#app/platform/http/pdf-file.server.ts";
import type { Route } from "./+types/file";

export async function loader({ request, params: { invoiceId }, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const page = await openInvoicePage(deps, invoiceId, new URL(request.url).searchParams.get("token"));
  if (!page) throw data(null, { status: 404 });
  return pdfFile(page.view.number, await invoicePdf(page.view));
}
