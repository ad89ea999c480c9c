import { Outlet, useLocation } from "react-router";
import { areaHome } from "#app/area-home.ts";
import { RouteError } from "#app/error-boundary.tsx";

/** Keeps the area's frame around an error: a layout's own boundary would replace the frame. */
export function ErrorBoundary() {
  return <RouteError home={areaHome(useLocation().pathname) ?? undefined} />;
}

/** The key makes another page's forms new: what is typed about one booking must not appear on the page of another. */
export default function AreaPages() {
  return <Outlet key={useLocation().pathname} />;
}
