import { Outlet, useRouteLoaderData, type ShouldRevalidateFunctionArgs } from "react-router";
import { requestScope } from "#app/context.ts";
import { findPrincipal, type SignedInKind } from "#app/features/accounts/session/principal.server.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { PublicFrame } from "#app/public-frame.tsx";
import type { Entry } from "#app/ui/frame-parts.tsx";
import type { Route } from "./+types/site-layout";

const ENTRIES: Record<SignedInKind, Entry> = {
  staff: { label: "Dashboard", to: "/admin/dashboard" },
  assessor: { label: "Your visits", to: "/assessor" },
  customer: { label: "Your bookings", to: "/customer/dashboard" },
};

const VISITOR = { kind: "visitor" } as const;

/** Reads no database without a session cookie, and never fails the page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { kind } = await findPrincipal(context.get(requestScope).deps, request).catch(() => VISITOR);
  return { entries: kind === "visitor" ? undefined : [ENTRIES[kind]] };
}

/** Only sign-in forms change who is signed in. */
export function shouldRevalidate({ formAction }: ShouldRevalidateFunctionArgs) {
  return formAction !== undefined && /\/log(in|out)\b/.test(formAction);
}

export { ErrorBoundary } from "#app/error-boundary.tsx";

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root")!;
  return (
    <PublicFrame site={root.site} entries={loaderData.entries}>
      <Outlet />
    </PublicFrame>
  );
}
