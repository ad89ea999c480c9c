import { Link } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { readSetup } from "#app/features/staff/settings/read-setup.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/desk.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/setup";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  return { items: await readSetup(deps) };
}

const PARTS = [
  { name: "Before your first booking", isOf: true },
  { name: "Soon after", isOf: false },
];

export default function SetupPage({ loaderData: { items } }: Route.ComponentProps) {
  const done = items.filter(({ isDone }) => isDone).length;
  const next = items.find(({ isDone }) => !isDone);
  return (
    <Page title="First steps" heading={null}>
      <PageHead
        heading="First steps"
        sub={`${done} of ${items.length} done. Each is checked by the system.`}
        actions={next ? <ButtonLink to={next.to}>Next: {next.title}</ButtonLink> : null}
      />
      {PARTS.map(({ name, isOf }) => (
        <section key={name} className="card stack">
          <h2>{name}</h2>
          <ol className="stack">
            {items
              .filter(({ isNeeded }) => isNeeded === isOf)
              .map(({ title, about, to, isDone }) => (
                <li key={title}>
                  <h3>
                    <Link to={to}>{title}</Link>{" "}
                    <Badge colour={isDone ? "green" : "grey"}>{isDone ? "Done" : "To do"}</Badge>
                  </h3>
                  <p className="note">{about}</p>
                </li>
              ))}
          </ol>
        </section>
      ))}
    </Page>
  );
}
