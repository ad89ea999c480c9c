import { Link } from "react-router";
import { requireAdministrator } from "#app/features/accounts/guards.server.ts";
import { SETTINGS_INDEX } from "#app/features/settings/settings-index.ts";
import { LockedNotice } from "#app/features/settings/settings-parts.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/index";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  return { isLocked: deps.env.SETTINGS_LOCKED === "on" };
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Settings">
      <LockedNotice isLocked={loaderData.isLocked} />
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {SETTINGS_INDEX.map(([to, title, about]) => (
          <li key={to} className="card is-target">
            <h2 className="text-lg">
              <Link to={to}>{title}</Link>
            </h2>
            <p className="note">{about}</p>
          </li>
        ))}
      </ul>
    </Page>
  );
}
