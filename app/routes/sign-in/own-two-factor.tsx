import { answerTwoFactorSettings } from "#app/features/accounts/security/answer-security.server.ts";
import { TwoFactorPage } from "#app/features/accounts/security/two-factor-page.tsx";
import { readTwoFactor } from "#app/features/accounts/security/two-factor.server.ts";
import { requireColleagueHere } from "#app/features/accounts/sign-in/guards.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/own-two-factor";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireColleagueHere(context, request);
  return { ...(await readTwoFactor(deps, user)), kind: user.kind };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  return answerTwoFactorSettings(await requireColleagueHere(context, request), request);
});

export { revalidateAfterRefusal as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const BACK = {
  staff: { label: "Back to Security", to: "/admin/security" },
  assessor: { label: "Back to your account", to: "/assessor/account" },
};

export default function OwnTwoFactor({ loaderData: { kind, ...page } }: Route.ComponentProps) {
  return <TwoFactorPage {...page} back={BACK[kind]} />;
}
