import { Outlet } from "react-router";
import { requireCustomer } from "#app/features/accounts/sign-in/guards.server.ts";
import { AreaFrame } from "#app/ui/area-frame.tsx";
import { useSite } from "#app/ui/frame-parts.tsx";
import type { Route } from "./+types/customer-layout";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireCustomer(context, request);
  return null;
}

const ITEMS = [
  { label: "My bookings", to: "/customer/dashboard" },
  { label: "Make a booking", to: "/booking" },
  { label: "Account", to: "/customer/account" },
];

export { ErrorBoundary } from "#app/error-boundary.tsx";

export default function CustomerLayout() {
  return (
    <AreaFrame site={useSite()} home="/customer/dashboard" items={ITEMS}>
      <Outlet />
    </AreaFrame>
  );
}
