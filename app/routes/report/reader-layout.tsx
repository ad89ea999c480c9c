import "#app/styles/staff.css";
import { Outlet } from "react-router";
import { requireColleague } from "#app/features/accounts/sign-in/guards.server.ts";
import { AreaFrame } from "#app/ui/area-frame.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";
import type { Route } from "./+types/reader-layout";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireColleague(context, request);
  return { isAssessor: user.kind === "assessor" };
}

const STAFF = [
  { label: "Dashboard", to: "/admin/dashboard" },
  { label: "Calendar", to: "/admin/calendar" },
  { label: "Reports", to: "/admin/reports" },
];
const ASSESSOR = [{ label: "Your visits", to: "/assessor" }];

export { ErrorBoundary } from "#app/error-boundary.tsx";

/** The frame of a page that staff and assessors share. The guard here is for the navigation only. */
export default function ReaderLayout({ loaderData: { isAssessor } }: Route.ComponentProps) {
  const items = isAssessor ? ASSESSOR : STAFF;
  return (
    <AreaFrame site={useSite()} home={items[0]!.to} items={items} logoutAction="/admin/logout">
      <Outlet />
    </AreaFrame>
  );
}
