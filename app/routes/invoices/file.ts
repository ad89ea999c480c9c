import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { cardPageFor, openInvoicePage } from "#app/features/billing/own/invoice-page.server.ts";
import { invoicePdf } from "#app/features/billing/own/invoice-pdf.server.ts";
import type { Route } from "./+types/file";

/** `pdf`: the document. `card`: leads to the card service's page; back to the invoice where nothing is to pay, or the
 * service fails. */
export async function loader({ request, params: { invoiceId, file }, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const token = new URL(request.url).searchParams.get("token");
  if (file === "card") {
    const to = await cardPageFor(deps, invoiceId, token);
    if (to !== null) throw redirect(to, 303);
  }
  const page = file === "pdf" ? await openInvoicePage(deps, invoiceId, token) : null;
  if (!page) throw data(null, { status: 404 });
  return new Response(new Uint8Array(await invoicePdf(page.view)), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${page.view.number}.pdf"`,
    },
  });
}
