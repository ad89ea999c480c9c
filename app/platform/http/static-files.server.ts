import { join } from "node:path";
import sirv from "sirv";
import type { Middleware } from "./exchange.server.ts";

/** The codings of `offered`, best first, that an Accept-Encoding header allows (RFC 9110, section 12.5.3). */
export function acceptedEncodings<Coding extends string>(
  header: string | undefined,
  offered: readonly Coding[],
): Coding[] {
  const weights = new Map<string, number>();
  for (const item of (header ?? "").toLowerCase().split(",")) {
    const [coding = "", ...parameters] = item.split(";").map((part) => part.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    const weight = q === undefined ? 1 : Number(q);
    if (coding !== "") weights.set(coding, Number.isNaN(weight) ? 0 : weight);
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get("*") ?? 0;
  return offered.filter((coding) => weightOf(coding) > 0).sort((a, b) => weightOf(b) - weightOf(a));
}

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
      // Not among the types that sirv knows.
      if (pathname.endsWith(".ico")) response.setHeader("Content-Type", "image/x-icon");
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
