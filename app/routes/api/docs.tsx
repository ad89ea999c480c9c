import { OPERATIONS } from "#app/features/api/operations.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/docs";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { SwaggerSystem } from "swagger-ui-dist/swagger-ui-es-bundle.js";
import styleUrl from "swagger-ui-dist/swagger-ui.css?url";
import ownStyleUrl from "#app/features/api/reference-viewer.css?url";

const onlyCalls = ({ React }: SwaggerSystem) => ({
  components: {
    CallsLayout: ({ getComponent }: Pick<SwaggerSystem, "getComponent">) =>
      React.createElement(
        "div",
        { className: "swagger-ui" },
        React.createElement(getComponent("operations", true)),
      ),
  },
  wrapComponents: { authorizeOperationBtn: () => () => null },
});

/** Shows an OpenAPI description with our own copy of Swagger UI, read-only; `children` until it has loaded. */
function ReferenceViewer({ url, children }: { url: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    let isGone = false;
    void import("swagger-ui-dist/swagger-ui-es-bundle.js").then(({ default: SwaggerUI }) => {
      if (isGone || !place.current) return;
      SwaggerUI({
        domNode: place.current,
        url,
        layout: "CallsLayout",
        docExpansion: "list",
        supportedSubmitMethods: [],
        plugins: [onlyCalls],
        onComplete: () => setReady(true),
      });
    });
    return () => {
      isGone = true;
    };
  }, [url]);

  return (
    <>
      <link rel="stylesheet" href={styleUrl} />
      <link rel="stylesheet" href={ownStyleUrl} />
      <div ref={place} hidden={!isReady} />
      {isReady ? null : children}
    </>
  );
}

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
