import { areaHome } from "./area-home.ts";
import type { SiteRules } from "./platform/http/exchange.server.ts";

const WIZARD_START = ["/", "/booking"];

/** For search engines: the sitemap. `/booking` is indexed as `/`, of which the page is a copy. */
export const LISTED_PAGES = ["/", "/which-assessment"];

const INDEXED = new Set([...LISTED_PAGES, "/booking"]);

/** The product's rules for the HTTP server in front of the application. */
export const siteRules: SiteRules = {
  homeOf: (pathname) => areaHome(pathname) ?? { label: "Go to the booking page", to: "/" },
  sessionCookie: /(?:^|; ?)(?:__Host-)?session=/,
  isIndexed: (pathname) => INDEXED.has(pathname),
  /** Pages on which analytics may run: the wizard's. Pages after a booking have secrets in their address. */
  isMeasured: (pathname) => WIZARD_START.includes(pathname) || pathname.startsWith("/booking/steps/"),
};
