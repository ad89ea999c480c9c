/** The name under which a browser keeps one of our cookies: a site that is served over HTTPS ties it to
 * its own host. */
export const cookieName = (origin: string, baseName: string): string =>
  origin.startsWith("https:") ? `__Host-${baseName}` : baseName;
