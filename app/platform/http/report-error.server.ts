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
 * Logs what a loader, an action or the rendering threw, with the request id that the error page shows. Call it for
 * answers from 500 on: the framework also throws for addresses and methods that nobody serves.
 */
export function reportRequestError(scope: Pick<RequestScope, "deps" | "requestId">, error: unknown): void {
  scope.deps.log.error("request failed", { requestId: scope.requestId, ...describeError(error) });
}
