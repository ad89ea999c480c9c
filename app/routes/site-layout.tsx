import { Outlet, useRouteLoaderData, type ShouldRevalidateFunctionArgs } from "react-router";
import { requestScope } from "#app/context.ts";
import { findPrincipal } from "#app/features/accounts/principal.server.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { SiteFrame, type Entry } from "#app/ui/site-frame.tsx";
import type { Route } from "./+types/site-layout";

/** The way back for whoever is signed in, by the kind of their account. */
const ENTRIES: Record<"staff" | "customer", Entry> = {
  staff: { label: "Dashboard", to: "/admin/dashboard" },
  customer: { label: "Your bookings", to: "/customer/dashboard" },
};

const VISITOR = { kind: "visitor" } as const;

/** Asks the database nothing without a session cookie, and takes no page away when it does not answer. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { kind } = await findPrincipal(context.get(requestScope).deps, request).catch(() => VISITOR);
  return { entries: kind === "visitor" ? undefined : [ENTRIES[kind]] };
}

/** Who is signed in changes with the forms of a sign-in alone. */
export function shouldRevalidate({ formAction }: ShouldRevalidateFunctionArgs) {
  return formAction !== undefined && /\/log(in|out)\b/.test(formAction);
}

export { ErrorBoundary } from "#app/error-boundary.tsx";

/** The frame of the public pages. The page for errors draws the same one. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root")!;
  return (
    <SiteFrame site={root.site} entries={loaderData.entries}>
      <Outlet />
    </SiteFrame>
  );
}
