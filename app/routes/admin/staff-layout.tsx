import "#app/styles/staff.css";
import { Outlet, useRouteLoaderData } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { countOpenLines } from "#app/features/billing/bank/lines.server.ts";
import { makerNow } from "#app/features/billing/makers.server.ts";
import { countOpenClaims } from "#app/features/pay/claim-rows.server.ts";
import { countOpenDisputes } from "#app/features/pay/disputes.server.ts";
import { countFailedJobs } from "#app/features/outbox/job-queries.server.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { StaffSearch } from "#app/features/staff/dashboard/staff-search.tsx";
import { AreaFrame } from "#app/ui/area-frame.tsx";
import type { Route } from "./+types/staff-layout";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user: staff } = await requireStaff(context, request);
  const hasPayments = staff.handlesMoney && makerNow(deps) === "own";
  return {
    isAdministrator: staff.roleId === "administrator",
    handlesMoney: staff.handlesMoney,
    payCount: staff.handlesMoney ? (await countOpenDisputes(deps)) + (await countOpenClaims(deps)) : 0,
    lineCount: hasPayments ? await countOpenLines(deps) : 0,
    hasPayments,
    failedJobCount: await countFailedJobs(deps),
  };
}

const ITEMS = [
  { label: "Dashboard", to: "/admin/dashboard" },
  { label: "Calendar", to: "/admin/calendar" },
  { label: "Reports", to: "/admin/reports" },
  { label: "Assessors", to: "/admin/assessors" },
  { label: "Users", to: "/admin/users", isForAdministrators: true },
  { label: "Send Booking Link", to: "/admin/send-booking" },
  { label: "Outbox", to: "/admin/outbox" },
  { label: "Payments", to: "/admin/payments", isForMoney: true },
  { label: "Charges", to: "/admin/charges", isForPay: true },
  { label: "Pay", to: "/admin/pay", isForPay: true },
  { label: "Statistics", to: "/admin/statistics" },
  { label: "Privacy", to: "/admin/privacy", isForAdministrators: true },
  { label: "Settings", to: "/admin/settings", isForAdministrators: true },
  { label: "Security", to: "/admin/security" },
];

export { ErrorBoundary } from "#app/error-boundary.tsx";

/** The guard here is for the navigation only: each page has its own. */
export default function StaffLayout({ loaderData }: Route.ComponentProps) {
  const { isAdministrator, hasPayments, handlesMoney } = loaderData;
  const counts: Record<string, number> = {
    "/admin/outbox": loaderData.failedJobCount,
    "/admin/payments": loaderData.lineCount,
    "/admin/pay": loaderData.payCount,
  };
  const root = useRouteLoaderData<typeof rootLoader>("root")!;
  return (
    <AreaFrame
      site={root.site}
      home="/admin/dashboard"
      items={ITEMS.filter(
        (item) =>
          (isAdministrator || !item.isForAdministrators) &&
          (hasPayments || !item.isForMoney) &&
          (handlesMoney || !item.isForPay),
      ).map((item) => ({ ...item, count: counts[item.to] ?? 0 }))}
      logoutAction="/admin/logout"
      search={<StaffSearch />}
    >
      <Outlet />
    </AreaFrame>
  );
}
