import { requireMoneyHandler } from "#app/features/accounts/sign-in/guards.server.ts";
import { RegisterParts } from "#app/features/billing/own/register-parts.tsx";
import { readRegisterPage } from "#app/features/billing/own/register.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/register";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireMoneyHandler(context, request);
  return { page: await readRegisterPage(deps, new URL(request.url)) };
}

export default function Register({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <Page title="Register of invoices" back={{ label: "Back to Payments", to: "/admin/payments" }}>
      <RegisterParts key={`${page.from} ${page.until}`} page={page} />
    </Page>
  );
}
