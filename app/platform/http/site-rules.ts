/** What the server must know of the site that it serves. `app/site-rules.ts` says it of this one. */
export type SiteRules = {
  /** The words of the link to `/` on the pages that the server makes by itself. */
  homeLabel: string;
  /** The most bytes that a body to this path may have. */
  bodyLimit(pathname: string): number;
  /** Search engines may list the page. */
  isIndexed(pathname: string): boolean;
  /** The page may measure its visits, where analytics are switched on. */
  isMeasured(pathname: string): boolean;
};
