import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { deactivateUser } from "#app/features/accounts/users/deactivate-user.server.ts";
import { requireAdministrator } from "#app/features/accounts/guards.server.ts";
import { reactivateUser } from "#app/features/accounts/users/reactivate-user.server.ts";
import { resendTemporaryPassword } from "#app/features/accounts/users/resend-temporary-password.server.ts";
import type { Route } from "./+types/user";

const USE_CASES = {
  deactivate: deactivateUser,
  reactivate: reactivateUser,
  resend: resendTemporaryPassword,
};

/** There is nothing to see here; the buttons are on the Users page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdministrator(context.get(requestScope), request);
  return redirect("/admin/users");
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const administrator = await requireAdministrator(scope, request);
  const intent = (await request.formData()).get("intent");
  const name = (Object.keys(USE_CASES) as (keyof typeof USE_CASES)[]).find((known) => known === intent);
  if (!name) throw data(null, { status: 400 });
  const outcome = await USE_CASES[name](scope.deps, params.userId, administrator, scope.requestId);
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "refused") {
    throw data({ heading: "This was not done", message: outcome.message }, { status: 409 });
  }
  throw redirect(`/admin/users?done=${name}`);
}

/** Never drawn: makes this a page, so that a refusal is shown as one. */
export default function UserPage() {
  return null;
}
