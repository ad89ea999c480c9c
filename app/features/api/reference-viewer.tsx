import { useEffect, useRef, useState, type ReactNode } from "react";
import type { SwaggerSystem } from "swagger-ui-dist/swagger-ui-es-bundle.js";
import styleUrl from "swagger-ui-dist/swagger-ui.css?url";
import ownStyleUrl from "./reference-viewer.css?url";

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
export function ReferenceViewer({ url, children }: { url: string; children: ReactNode }) {
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
