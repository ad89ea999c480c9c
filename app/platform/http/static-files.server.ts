import { join } from "node:path";
import sirv from "sirv";
import { acceptedEncodings } from "./accepted-encodings.ts";
import type { Middleware } from "./exchange.server.ts";

/** For files with a hash of their content in the name. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const AN_HOUR = "public, max-age=3600";

/** Serves `build/client`, compressed at build time. Only files under `/assets/` may be cached for ever. */
export function staticFiles(buildDirectory: string): Middleware {
  const serve = sirv(join(buildDirectory, "client"), {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders(response, pathname) {
      response.setHeader("Cache-Control", pathname.startsWith("/assets/") ? IMMUTABLE : AN_HOUR);
      response.setHeader("Vary", "Accept-Encoding");
    },
  });
  return (request, response, next) => {
    // Every file has an extension; pages are not looked up as files.
    if (!request.url?.includes(".")) return next();
    // sirv ignores weights: it must not see codings that the browser refuses.
    const { "accept-encoding": header } = request.headers;
    if (header) request.headers["accept-encoding"] = acceptedEncodings(header, ["br", "gzip"])[0];
    serve(request, response, () => {
      request.headers["accept-encoding"] = header;
      next();
    });
  };
}
