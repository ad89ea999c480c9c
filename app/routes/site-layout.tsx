import { Outlet, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#app/root.tsx";
import { SiteFrame } from "#app/ui/site-frame.tsx";

export { ErrorBoundary } from "#app/error-boundary.tsx";

/** The frame of the public pages. The page for errors draws the same one. */
export default function SiteLayout() {
  const root = useRouteLoaderData<typeof rootLoader>("root")!;
  return (
    <SiteFrame site={root.site}>
      <Outlet />
    </SiteFrame>
  );
}
