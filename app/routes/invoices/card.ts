import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { cardPageFor } from "#app/features/billing/own/invoice-page.server.ts";
import type { Route } from "./+types/card";

/** Leads to the card service's page; back to the invoice where nothing is to pay, or the service fails. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const to = await cardPageFor(deps, params.invoiceId, new URL(request.url).searchParams.get("token"));
  if (to === null) throw data(null, { status: 404 });
  throw redirect(to, 303);
}
