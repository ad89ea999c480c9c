import { Outlet } from "react-router";
import { requireCustomer } from "#app/features/accounts/sign-in/guards.server.ts";
import { membershipsOf } from "#app/features/organisations/record/membership.server.ts";
import { AreaFrame } from "#app/ui/area-frame.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";
import type { Route } from "./+types/customer-layout";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireCustomer(context, request);
  const [membership, ...others] = await membershipsOf(deps, user.userId);
  if (!membership) return null;
  return others.length > 0 ? "Your organisations" : membership.organisationName;
}

const itemsWith = (organisation: string | null) => [
  { label: "My bookings", to: "/customer/dashboard" },
  ...(organisation === null ? [] : [{ label: organisation, to: "/organisation" }]),
  { label: "Make a booking", to: "/booking" },
  { label: "Account", to: "/customer/account" },
];

export { ErrorBoundary } from "#app/error-boundary.tsx";

export default function CustomerLayout({ loaderData: organisation }: Route.ComponentProps) {
  return (
    <AreaFrame site={useSite()} home="/customer/dashboard" items={itemsWith(organisation)}>
      <Outlet />
    </AreaFrame>
  );
}
