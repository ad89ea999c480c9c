import { Link } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { LockedNotice, settingsGroups } from "#app/features/settings-screens/settings-parts.tsx";
import { FirstSteps } from "#app/features/staff/dashboard/dashboard-figures.tsx";
import { stepsLeft } from "#app/features/staff/settings/read-setup.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/index";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  return {
    isLocked: deps.env.SETTINGS_LOCKED === "on",
    hasTexts: deps.textSender !== null,
    steps: await stepsLeft(deps),
  };
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Settings">
      <LockedNotice isLocked={loaderData.isLocked} />
      <FirstSteps steps={loaderData.steps} isFolded />
      {settingsGroups(loaderData.hasTexts).map(({ name, pages }) => (
        <section key={name} className="card">
          <div className="card-head">
            <h2>{name}</h2>
          </div>
          <ul className="form-rows">
            {pages.map(([to, title, about]) => (
              <li key={to} className="is-target">
                <h3>
                  <Link to={to}>{title}</Link>
                </h3>
                <p className="note">{about}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}
