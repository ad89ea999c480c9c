/** What the server must know of the product; see `app/site-rules.ts`. */
export type SiteRules = {
  /** Text of the link to `/` on the server's own pages. */
  homeLabel: string;
  /** The most bytes of a body to this path. */
  bodyLimit(pathname: string): number;
  isIndexed(pathname: string): boolean;
  isMeasured(pathname: string): boolean;
};
