import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { InvoiceDocument } from "#app/features/billing/own/invoice-page.tsx";
import { openInvoicePage } from "#app/features/billing/own/invoice-page.server.ts";
import type { Route } from "./+types/invoice";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const query = new URL(request.url).searchParams;
  const page = await openInvoicePage(deps, params.invoiceId, query.get("token"), query.get("card"));
  if (!page) throw data(null, { status: 404 });
  return { page };
}

export default function InvoicePage({ loaderData: { page } }: Route.ComponentProps) {
  return <InvoiceDocument page={page} />;
}
