import { join } from "node:path";
import type { RequestHandler } from "express";
import sirv from "sirv";
import { acceptedEncodings } from "./accepted-encodings.ts";

/** A year, for files whose name holds a hash of their content. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const AN_HOUR = "public, max-age=3600";

/**
 * Serves `build/client`, compressed at build time (`scripts/build.mjs`). Only files under `/assets/` have a hash in
 * their name and may be kept for ever.
 */
export function staticFiles(buildDirectory: string): RequestHandler {
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
    // Every file has an extension, and hardly any page's address a dot: pages are not looked for among the files.
    if (!request.url?.includes(".")) return next();
    // sirv looks for the names of codings only: it must not see those that the browser refuses.
    const { "accept-encoding": header } = request.headers;
    if (header) request.headers["accept-encoding"] = acceptedEncodings(header, ["br", "gzip"])[0];
    serve(request, response, () => {
      request.headers["accept-encoding"] = header;
      next();
    });
  };
}
