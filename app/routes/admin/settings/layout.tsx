import { Link, Outlet, useLocation } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { SettingsMenu } from "#app/features/settings-screens/settings-parts.tsx";
import { readSetup } from "#app/features/staff/settings/read-setup.server.ts";
import type { Route } from "./+types/layout";

/** Loads what of the first steps is done on which page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const isDone: Record<string, boolean> = {};
  for (const step of await readSetup(deps)) {
    const [page = ""] = step.to?.split("#") ?? [];
    isDone[page] = step.isDone && isDone[page] !== false;
  }
  return { isDone, hasTexts: deps.textSender !== null };
}

/** All pages of settings are below one head, beside the list of them. */
export default function SettingsLayout({ loaderData }: Route.ComponentProps) {
  if (useLocation().pathname === "/admin/settings") return <Outlet />;
  return (
    <div className="settings">
      <p className="page-subject no-print">
        <Link to="/admin/settings">Settings</Link>
      </p>
      <SettingsMenu {...loaderData} />
      <div>
        <Outlet />
      </div>
    </div>
  );
}
