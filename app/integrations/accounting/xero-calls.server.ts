import type { AccountingApi, Authentication } from "xero-node";
import type { CallBudget } from "./call-budget.ts";
import { XeroFailure } from "./xero-errors.ts";
import type { TokenSource } from "./xero-token.server.ts";

type Work<Body> = (api: AccountingApi) => Promise<{ body: Body }>;

/** An expired token is replaced once. Throws `XeroFailure`, or `DeliveryError` without a token or budget. */
export type XeroCall = <Body>(work: Work<Body>) => Promise<Body>;

function withDeadline(signal: AbortSignal): Authentication {
  return {
    applyToRequest(request: { signal?: AbortSignal }) {
      request.signal = signal;
    },
  } as Authentication;
}

export function createXeroCall(
  options: { baseUrl: string; tokens: TokenSource; budget: CallBudget; deadlineMs: number },
  outer?: AbortSignal,
): XeroCall {
  const basePath = new URL("/api.xro/2.0", options.baseUrl).href;

  async function once<Body>(token: string, work: Work<Body>): Promise<Body> {
    const { AccountingApi } = await import("xero-node");
    const deadline = AbortSignal.timeout(options.deadlineMs);
    const api = new AccountingApi(basePath);
    api.accessToken = token;
    api.setDefaultAuthentication(withDeadline(outer ? AbortSignal.any([outer, deadline]) : deadline));
    const { body } = await work(api).catch((thrown: unknown) => {
      throw new XeroFailure(thrown);
    });
    return body;
  }

  return async (work) => {
    const token = await options.tokens.token();
    try {
      return await options.budget.spend(() => once(token, work), outer);
    } catch (error) {
      if (!(error instanceof XeroFailure) || error.status !== 401) throw error;
      options.tokens.discard(token);
      const fresh = await options.tokens.token();
      return options.budget.spend(() => once(fresh, work), outer);
    }
  };
}
