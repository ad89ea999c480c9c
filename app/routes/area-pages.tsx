import { Outlet, useLocation } from "react-router";
import { RouteError } from "#app/error-boundary.tsx";

const STAFF = { label: "Go to the dashboard", to: "/admin/dashboard" };
const CUSTOMER = { label: "Go to your bookings", to: "/customer/dashboard" };

const ASSESSOR = { label: "Go to your visits", to: "/assessor" };

function homeOf(pathname: string) {
  if (pathname.startsWith("/customer/")) return CUSTOMER;
  return /^\/assessor(\/|$)/.test(pathname) ? ASSESSOR : STAFF;
}

/** Keeps the area's frame around an error: a layout's own boundary would replace the frame. */
export function ErrorBoundary() {
  return <RouteError home={homeOf(useLocation().pathname)} />;
}

/** The key makes another page's forms new: what is typed about one booking must not appear on the page of another. */
export default function AreaPages() {
  return <Outlet key={useLocation().pathname} />;
}
