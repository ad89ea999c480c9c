import { OPERATIONS } from "#app/features/api/operations.ts";
import { ReferenceViewer } from "#app/features/api/reference-viewer.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/docs";

const DESCRIPTION = "/api/openapi.json";

export function loader() {
  const groups = Map.groupBy(OPERATIONS, ({ tag }) => tag);
  return {
    groups: [...groups].map(([title, operations]) => ({
      title,
      calls: operations.map(({ id, method, path, summary, description = "" }) => ({
        id,
        method,
        path,
        summary,
        /** Text and code in turn. */
        description: description.split("`"),
      })),
    })),
  };
}

export default function ApiDocs({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <Page title="API">
      <p className="lead">
        What other programs can do here. The whole description, for tools, is at{" "}
        <a href={DESCRIPTION}>{DESCRIPTION}</a> (OpenAPI 3.1). Bodies are JSON, money is in pounds, days are
        YYYY-MM-DD, instants are UTC. A call that carries a session's cookie, or cookies and no JSON, must
        come from our own pages.
      </p>
      <h2>Calls</h2>
      <ReferenceViewer url={DESCRIPTION}>
        {groups.map(({ title, calls }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {calls.map(({ id, method, path, summary, description }) => (
                <div key={id} className="py-3">
                  <dt>
                    <code className="break-all">
                      {method} {path}
                    </code>
                  </dt>
                  <dd>
                    {summary}.{" "}
                    {description.map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </ReferenceViewer>
    </Page>
  );
}
