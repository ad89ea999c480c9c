import { data, redirect } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { mailWordsForm, previewWords } from "#app/features/mail/texts/mail-texts.server.ts";
import { isEditable } from "#app/features/mail/texts/originals.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/mail-preview";

/** A mail as a mail program draws it: its styles are inline, and nothing else may run or load. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  await requireAdministrator(context, request);
  return redirect(`/admin/settings/mails/${params.topic}`);
}

/** The mail in the words that were typed, without saving them. */
export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps } = await requireAdministrator(context, request);
  if (!isEditable(params.topic)) throw data(null, { status: 404 });
  const words = mailWordsForm(deps, params.topic).safeParse(Object.fromEntries(await request.formData()));
  if (!words.success) throw data(null, { status: 400 });
  const { html } = previewWords(deps, params.topic, words.data);
  return new Response(html, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY },
  });
});
