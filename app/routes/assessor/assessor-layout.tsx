import "#app/styles/staff.css";
import { Outlet } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { hasRules } from "#app/features/pay/rules.server.ts";
import { AreaFrame } from "#app/ui/area-frame.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";
import type { Route } from "./+types/assessor-layout";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAssessor(context, request);
  return { hasPay: await hasRules(deps) };
}

const ITEMS = [
  { label: "Your visits", to: "/assessor", isExact: true },
  { label: "Hours and days off", to: "/assessor/hours" },
  { label: "Profile", to: "/assessor/profile" },
  { label: "Calendar", to: "/assessor/calendar" },
  { label: "Pay", to: "/assessor/pay" },
  { label: "Account", to: "/assessor/account" },
];

export { ErrorBoundary } from "#app/error-boundary.tsx";

/** The guard here is for the navigation only: each page has its own. */
export default function AssessorLayout({ loaderData: { hasPay } }: Route.ComponentProps) {
  const items = ITEMS.filter(({ to }) => hasPay || to !== "/assessor/pay");
  return (
    <AreaFrame site={useSite()} home="/assessor" items={items} logoutAction="/admin/logout">
      <div className="is-strong">
        <Outlet />
      </div>
    </AreaFrame>
  );
}
