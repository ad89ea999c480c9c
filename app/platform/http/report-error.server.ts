import type { RequestScope } from "#app/context.ts";
import { describeError } from "#app/platform/log.server.ts";

/**
 * Logs what a loader, an action or the rendering threw, with the request id that the error page shows. Call it for
 * answers from 500 on: the framework also throws for addresses and methods that nobody serves.
 */
export function reportRequestError(scope: Pick<RequestScope, "deps" | "requestId">, error: unknown): void {
  scope.deps.log.error("request failed", { requestId: scope.requestId, ...describeError(error) });
}
