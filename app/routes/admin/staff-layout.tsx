import { Link, Outlet } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { StaffFrame } from "#app/features/staff/frame/frames.tsx";
import { staffNavigation } from "#app/features/staff/frame/navigation.server.ts";
import { nextStep } from "#app/features/staff/settings/read-setup.server.ts";
import type { Route } from "./+types/staff-layout";

/** The guard here is for the navigation only: each page has its own. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireStaff(context, request);
  return {
    navigation: await staffNavigation(deps, user),
    next: user.roleId === "administrator" ? await nextStep(deps, new URL(request.url)) : null,
  };
}

export { ErrorBoundary } from "#app/error-boundary.tsx";

export default function StaffLayout({ loaderData: { navigation, next } }: Route.ComponentProps) {
  return (
    <StaffFrame navigation={navigation}>
      {next ? (
        <p className="alert no-print">
          Next of your first steps: <Link to={next.to}>{next.title}</Link>
        </p>
      ) : null}
      <Outlet />
    </StaffFrame>
  );
}
