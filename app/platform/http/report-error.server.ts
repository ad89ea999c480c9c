import { isRouteErrorResponse } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { describeError } from "#app/platform/log.server.ts";

/** SQLite's codes for a disk or a lock that will be well again: the request may be repeated. */
const STORAGE_CODES = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM)/;

export function isStorageError(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = (current as { code?: unknown }).code;
    if (typeof code === "string" && STORAGE_CODES.test(code)) return true;
  }
  return false;
}

/**
 * Logs what a loader, an action or the rendering threw, with the request id that the error page shows; an address that
 * nobody serves is not a defect. A disk that is
 * full or locked is marked on the scope, and the server then answers 503 instead of 500.
 */
export function reportRequestError(scope: RequestScope, error: unknown): void {
  if (isRouteErrorResponse(error)) return;
  if (isStorageError(error)) scope.isStorageDown = true;
  scope.deps.log.error("request failed", { requestId: scope.requestId, ...describeError(error) });
}
