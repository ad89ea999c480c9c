import { answerTwoFactorSettings } from "#app/features/accounts/security/answer-security.server.ts";
import { TwoFactorPage } from "#app/features/accounts/security/two-factor-page.tsx";
import { readTwoFactor } from "#app/features/accounts/security/two-factor.server.ts";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/two-factor";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireStaff(context, request);
  return readTwoFactor(deps, user);
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  return answerTwoFactorSettings(await requireStaff(context, request), request);
});

export { revalidateAfterRefusal as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function StaffTwoFactor({ loaderData }: Route.ComponentProps) {
  return <TwoFactorPage {...loaderData} back={{ label: "Back to Security", to: "/admin/security" }} />;
}
