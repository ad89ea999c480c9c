import { Outlet } from "react-router";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { AssessorFrame } from "#app/features/staff/frame/frames.tsx";
import { assessorNavigation } from "#app/features/staff/frame/navigation.server.ts";
import type { Route } from "./+types/assessor-layout";

/** The guard here is for the navigation only: each page has its own. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireAssessor(context, request);
  return assessorNavigation(deps, user);
}

export { ErrorBoundary } from "#app/error-boundary.tsx";

export default function AssessorLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AssessorFrame navigation={loaderData}>
      <Outlet />
    </AssessorFrame>
  );
}
