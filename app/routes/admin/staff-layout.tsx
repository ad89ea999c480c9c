import { Outlet } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { StaffFrame } from "#app/features/staff/frame/frames.tsx";
import { staffNavigation } from "#app/features/staff/frame/navigation.server.ts";
import type { Route } from "./+types/staff-layout";

/** The guard here is for the navigation only: each page has its own. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireStaff(context, request);
  return staffNavigation(deps, user);
}

export { ErrorBoundary } from "#app/error-boundary.tsx";

export default function StaffLayout({ loaderData }: Route.ComponentProps) {
  return (
    <StaffFrame navigation={loaderData}>
      <Outlet />
    </StaffFrame>
  );
}
