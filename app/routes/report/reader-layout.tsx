import { Outlet } from "react-router";
import { requireColleague } from "#app/features/accounts/sign-in/guards.server.ts";
import { AssessorFrame, StaffFrame } from "#app/features/staff/frame/frames.tsx";
import { assessorNavigation, staffNavigation } from "#app/features/staff/frame/navigation.server.ts";
import type { Route } from "./+types/reader-layout";

/** The guard here is for the navigation only. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireColleague(context, request);
  const { kind } = user;
  return kind === "assessor"
    ? { kind, navigation: await assessorNavigation(deps, { ...user, kind }) }
    : { kind, navigation: await staffNavigation(deps, { ...user, kind }) };
}

export { ErrorBoundary } from "#app/error-boundary.tsx";

/** The frame of a page that staff and assessors share. */
export default function ReaderLayout({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === "assessor") {
    return (
      <AssessorFrame navigation={loaderData.navigation}>
        <Outlet />
      </AssessorFrame>
    );
  }
  return (
    <StaffFrame navigation={loaderData.navigation}>
      <Outlet />
    </StaffFrame>
  );
}
