import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { InvoiceDocument } from "#app/features/billing/own/invoice-page.tsx";
import { cardPageFor, openInvoicePage } from "#app/features/billing/own/invoice-page.server.ts";
import type { Route } from "./+types/invoice";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const query = new URL(request.url).searchParams;
  const page = await openInvoicePage(deps, params.invoiceId, query.get("token"), query.get("card"));
  if (!page) throw data(null, { status: 404 });
  return { page };
}

/** Leads to the card service's page; back to the invoice where nothing is to pay, or the service fails. A form that is
 * sent twice gets the same page. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { deps } = context.get(requestScope);
  const to = await cardPageFor(deps, params.invoiceId, new URL(request.url).searchParams.get("token"));
  if (to === null) throw data(null, { status: 404 });
  return redirect(to, 303);
}

export default function InvoicePage({ loaderData: { page } }: Route.ComponentProps) {
  return <InvoiceDocument page={page} />;
}
