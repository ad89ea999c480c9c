import { Link } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { readSetup } from "#app/features/staff/settings/read-setup.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/setup";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  return { items: await readSetup(deps) };
}

export default function SetupPage({ loaderData: { items } }: Route.ComponentProps) {
  const done = items.filter(({ isDone }) => isDone).length;
  return (
    <Page title="First steps" back={{ label: "Back to Settings", to: "/admin/settings" }}>
      <p className="lead">
        {done} of {items.length} done. Each is checked by the system.
      </p>
      <ol className="stack">
        {items.map(({ title, about, to, isDone }) => (
          <li key={title}>
            <h2>
              {to ? <Link to={to}>{title}</Link> : title}{" "}
              <Badge colour={isDone ? "green" : "grey"}>{isDone ? "Done" : "To do"}</Badge>
            </h2>
            <p>{about}</p>
          </li>
        ))}
      </ol>
    </Page>
  );
}
