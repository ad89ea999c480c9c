import type { RequestScope } from "#app/context.ts";
import { describeError } from "#app/platform/log.server.ts";

/** Logs an error with the request id of the error page. Call it only for answers from 500 on: the framework also throws
 * for unknown addresses and methods. */
export function reportRequestError(scope: Pick<RequestScope, "deps" | "requestId">, error: unknown): void {
  scope.deps.log.error("request failed", { requestId: scope.requestId, ...describeError(error) });
}
