import "./app.css";
import mark from "./ui/mark.svg?url";
import { useContext, useEffect, type ReactNode } from "react";
import {
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from "react-router";
import type { Route } from "./+types/root";
import { notePattern, requestScope } from "./context.ts";
import { SEED_OFFER, setOfferSource, type Offer } from "./features/catalogue/catalogue.ts";
import { scopeOffer } from "./features/catalogue/offer-scope.server.ts";
import { keepUnsent } from "./forms/unsent.ts";
import { RenderOptions } from "./render-options.ts";
import { EarlyInput } from "./early-input.tsx";
import { LateScripts, LoadOnBack } from "./late-scripts.tsx";
import { makeFormKey } from "./platform/http/form-key.server.ts";
import { Loading } from "./ui/loading.tsx";
import { londonDate } from "./platform/dates.ts";
import { demoOf, ownAccent, siteOf } from "./features/settings/site.ts";
import { Toaster } from "./ui/toaster.tsx";
import { useFocusAfterNavigation } from "./ui/use-focus-after-navigation.ts";
import { startPage } from "./ui/use-hydrated.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { deps, requestId } = context.get(requestScope);
  const settings = deps.settings.current();
  const site = {
    ...siteOf(settings, londonDate(deps.clock.now()), await deps.isOperational()),
    ...demoOf(deps.env),
  };
  const formKey = makeFormKey(deps);
  const analyticsId = (settings.switches.analytics && deps.env.ANALYTICS_ID) || null;
  const accent = ownAccent(settings);
  const offer = deps.settings.offer(deps.clock.now());
  return {
    site,
    requestId,
    analyticsId,
    formKey,
    ...(accent && { accent }),
    ...(offer !== SEED_OFFER && { offer: ownPartOf(offer) }),
  };
}

/** The parts of an offer that the practice has set: a page is not heavier for what every practice offers. */
function ownPartOf(offer: Offer): Partial<Offer> {
  const parts = Object.entries(offer) as [keyof Offer, unknown][];
  return Object.fromEntries(parts.filter(([name, part]) => part !== SEED_OFFER[name]));
}

export { ErrorBoundary } from "./error-boundary.tsx";

export const middleware = [notePattern, scopeOffer];

export const clientMiddleware = [keepUnsent];

/** Also for step 2: what is offered may have changed since the first page was loaded. */
export function shouldRevalidate({ formAction, nextUrl }: ShouldRevalidateFunctionArgs) {
  if (formAction === undefined) return false;
  return formAction.startsWith("/admin/settings") || nextUrl.pathname === "/booking/steps/assessments";
}

type OfPage = { agreedOffer?: Partial<Offer> };

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, hasScripts } = useContext(RenderOptions);
  const root = useRouteLoaderData<typeof loader>("root");
  const accent = root?.accent;
  // The server knows its own offer; a browser has the one of its page, or of all pages.
  const agreed = useMatches().flatMap(({ loaderData }) => (loaderData as OfPage | null)?.agreedOffer ?? []);
  if (typeof document !== "undefined") {
    const offer = { ...SEED_OFFER, ...root?.offer, ...agreed.at(-1) };
    setOfferSource(() => offer);
  }
  useFocusAfterNavigation();
  useEffect(() => {
    window.onpopstate = null;
    startPage();
    /** Tells page scripts and tests that React has hydrated, and that components know it (`useHydrated`). */
    setTimeout(() => (document.documentElement.dataset.alive = ""));
  }, []);
  return (
    <html lang="en-GB">
      <head>
        <EarlyInput />
        {hasScripts ? <LoadOnBack nonce={nonce} /> : null}
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href={mark} type="image/svg+xml" />
        <Meta />
        <Links />
        {accent ? <link rel="stylesheet" href={`/accent/${accent.slice(1)}.css`} /> : null}
      </head>
      <body>
        {children}
        {hasScripts ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <LateScripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  return (
    <>
      <Outlet />
      <Loading />
      <Toaster />
    </>
  );
}
