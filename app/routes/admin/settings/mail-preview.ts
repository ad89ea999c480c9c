import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { requireAdministrator } from "#app/features/accounts/guards.server.ts";
import { isEditable, previewWords } from "#app/features/mail/texts/mail-texts.server.ts";
import type { Route } from "./+types/mail-preview";

/** A saved mail as a mail program draws it: its styles are inline, and nothing else may run or load. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  await requireAdministrator(scope, request);
  if (!isEditable(params.topic)) throw data(null, { status: 404 });
  const { html } = previewWords(scope.deps, params.topic);
  return new Response(html, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY },
  });
}
