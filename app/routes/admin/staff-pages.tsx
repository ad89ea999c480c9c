import { Outlet } from "react-router";
import { RouteError } from "#app/error-boundary.tsx";

/** What a page of the area threw stands in the area's frame: a layout's own boundary would take the frame's place. */
export function ErrorBoundary() {
  return <RouteError home={{ label: "Go to the dashboard", to: "/admin/dashboard" }} />;
}

export default function StaffPages() {
  return <Outlet />;
}
