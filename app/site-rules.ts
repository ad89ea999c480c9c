import { MAX_UPLOAD_BYTES } from "./features/documents/limits.ts";
import { BANK_FILE_TOO_LARGE, MAX_BANK_FILE_BYTES } from "./features/billing/bank/limits.ts";
import { LOGO_TOO_LARGE } from "./features/settings/values.ts";
import { areaHome } from "./area-home.ts";
import type { SiteRules } from "./platform/http/exchange.server.ts";

const KB = 1024;
const LONG_FORMS =
  /^\/(referral-form|part|admin\/bookings\/[^/]+\/part|api\/referral-forms|complaints|admin\/settings\/logo|assessor\/visits\/[^/]+\/report\/write)(\/|$|\.)/i;
const UPLOADS =
  /^\/((referral-form|admin\/bookings)\/[^/]+\/documents|part\/[^/]+\/documents|assessor\/visits\/[^/]+\/(documents|report))(\.data)?$/i;
const LOGO_PAGE = /^\/admin\/settings\/logo(\.data|\/)?$/i;
const BANK_FILE_PAGE = /^\/admin\/payments\/bank-file(\.data|\/)?$/i;
const WIZARD_START = ["/", "/booking"];

/** For search engines: the sitemap. `/booking` is indexed as `/`, of which the page is a copy. */
export const LISTED_PAGES = ["/", "/which-assessment"];

const INDEXED = new Set([...LISTED_PAGES, "/booking"]);

/** The product's rules for the HTTP server in front of the application. */
export const siteRules: SiteRules = {
  homeOf: (pathname) => areaHome(pathname) ?? { label: "Go to the booking page", to: "/" },
  /** Referral forms, parts of reports, complaints and logos are long, everything else is short. A form sends up to
   * 12 bytes a letter. */
  bodyLimit(pathname) {
    if (BANK_FILE_PAGE.test(pathname)) return MAX_BANK_FILE_BYTES + 64 * KB;
    return LONG_FORMS.test(pathname) ? 256 * KB : 64 * KB;
  },
  isUpload: (pathname) => UPLOADS.test(pathname),
  uploadLimit: MAX_UPLOAD_BYTES,
  fileTooLarge(pathname) {
    if (LOGO_PAGE.test(pathname))
      return { page: "/admin/settings/logo?refused=too-large", message: LOGO_TOO_LARGE };
    if (BANK_FILE_PAGE.test(pathname))
      return { page: "/admin/payments/bank-file?refused=too-large", message: BANK_FILE_TOO_LARGE };
    return null;
  },
  sessionCookie: /(?:^|; ?)(?:__Host-)?session=/,
  isIndexed: (pathname) => INDEXED.has(pathname),
  /** Pages on which analytics may run: the wizard's. Pages after a booking have secrets in their address. */
  isMeasured: (pathname) => WIZARD_START.includes(pathname) || pathname.startsWith("/booking/steps/"),
};
