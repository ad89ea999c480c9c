import { Outlet, useLocation } from "react-router";
import { RouteError } from "#app/error-boundary.tsx";

const STAFF = { label: "Go to the dashboard", to: "/admin/dashboard" };
const CUSTOMER = { label: "Go to your bookings", to: "/customer/dashboard" };

/** Keeps the area's frame around an error: a layout's own boundary would replace the frame. */
export function ErrorBoundary() {
  return <RouteError home={useLocation().pathname.startsWith("/customer/") ? CUSTOMER : STAFF} />;
}

export default function AreaPages() {
  return <Outlet />;
}
