import { Outlet, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "#app/root.tsx";
import { SiteFrame } from "#app/ui/site-frame.tsx";

/** The frame of the public pages. Errors fall through to the root's page, which draws the same frame. */
export default function SiteLayout() {
  const root = useRouteLoaderData<typeof rootLoader>("root")!;
  return (
    <SiteFrame site={root.site}>
      <Outlet />
    </SiteFrame>
  );
}
