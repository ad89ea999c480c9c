import { createInvoiceByCall } from "#app/features/api/create-invoice.server.ts";
import { createInvoiceCall } from "#app/features/api/operations/invoices.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";

const route = apiRoute(
  serve(createInvoiceCall, async (call) => call.reply(200, await createInvoiceByCall(call))),
);

export const loader = route.loader;
export const action = route.action;
