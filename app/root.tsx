import "./app.css";
import { useContext, useEffect, type ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import type { Route } from "./+types/root";
import { requestScope } from "./context.ts";
import { keepUnsent } from "./forms/keep-unsent.ts";
import { RenderOptions } from "./render-options.ts";
import { sharedPage } from "./platform/http/shared-pages.server.ts";
import { makeFormKey } from "./platform/http/form-key.server.ts";
import { Loading } from "./ui/loading.tsx";
import type { Site } from "./ui/site-frame.tsx";
import { useResumedNavigation } from "./ui/use-resumed-navigation.ts";
import { Toaster } from "./ui/toaster.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { deps, requestId } = context.get(requestScope);
  const { env } = deps;
  const site: Site = {
    name: env.SITE_NAME,
    phone: env.CONTACT_PHONE,
    email: env.CONTACT_EMAIL,
    privacyUrl: env.PRIVACY_URL ?? "/privacy",
    termsUrl: env.TERMS_URL ?? "/terms",
    isOperational: await deps.isReady(),
  };
  const formKey = makeFormKey(deps);
  return sharedPage({ site, requestId, analyticsId: env.ANALYTICS_ID ?? null, formKey }, [
    requestId,
    formKey,
  ]);
}

export { ErrorBoundary } from "./error-boundary.tsx";

export const clientMiddleware = [keepUnsent];

export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, hasScripts } = useContext(RenderOptions);
  /** Tells page scripts and tests that React has hydrated. */
  useEffect(() => {
    document.documentElement.dataset.alive = "";
  }, []);
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {hasScripts ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  useResumedNavigation();
  return (
    <>
      <Outlet />
      <Loading />
      <Toaster />
    </>
  );
}
