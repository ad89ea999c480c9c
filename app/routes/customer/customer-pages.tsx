import { Outlet } from "react-router";
import { RouteError } from "#app/error-boundary.tsx";

/** Keeps the area's frame around an error: a layout's own boundary would replace the frame. */
export function ErrorBoundary() {
  return <RouteError home={{ label: "Go to your bookings", to: "/customer/dashboard" }} />;
}

export default function CustomerPages() {
  return <Outlet />;
}
