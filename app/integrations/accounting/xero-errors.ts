import { z } from "zod";
import { DeliveryError, parseRetryAfter } from "#app/integrations/delivery-error.ts";

const sentence = z.string().min(1).optional().catch(undefined);
const elements = z.array(z.object({ ValidationErrors: z.array(z.object({ Message: sentence })).catch([]) }));
const ErrorBody = z
  .object({ Message: sentence, Detail: sentence, Elements: elements.catch([]) })
  .catch({ Message: undefined, Detail: undefined, Elements: [] });

function sentences(body: unknown): string[] {
  const { Message, Detail, Elements } = ErrorBody.parse(body);
  const found = Elements.flatMap(({ ValidationErrors }) => ValidationErrors.map((one) => one.Message));
  return (found.length > 0 ? found : [Detail, Message]).filter((text) => text !== undefined);
}

type Rejected = { response?: Record<string, unknown>; body?: unknown } | null | undefined;

/** A call to Xero that failed, made of what xero-node rejects with: a JSON string, not an `Error`. */
export class XeroFailure extends Error {
  override name = "XeroFailure";
  /** 0: no answer came. */
  readonly status: number;
  readonly retryAfter: string | null;
  /** Xero's sentences; they may quote what we sent. */
  readonly messages: string[];
  constructor(thrown?: unknown) {
    super("Xero call failed");
    const rejected = (typeof thrown === "string" ? tryJson(thrown) : thrown) as Rejected;
    const { response, body } = rejected ?? {};
    const headers = (response?.headers ?? {}) as Record<string, unknown>;
    const retryAfter = headers["retry-after"];
    this.status = typeof response?.statusCode === "number" ? response.statusCode : 0;
    this.retryAfter = typeof retryAfter === "string" ? retryAfter : null;
    this.messages = sentences(body ?? response?.body);
  }
}

export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** True when the call may have taken effect although no answer says so. */
export function isAmbiguous(failure: XeroFailure): boolean {
  return failure.status === 0 || failure.status >= 500;
}

const REFUSED = new Set([400, 404, 405, 409, 412, 413, 415, 422]);

/** True when the same call would be refused again. */
export function isRefusal(failure: XeroFailure): boolean {
  return REFUSED.has(failure.status);
}

/** The failure for staff, with the `personal` texts removed. */
export function toDeliveryError(failure: XeroFailure, options: { now: Date; personal: string[] }) {
  const { status } = failure;
  const later = (message: string) =>
    new DeliveryError(message, { retryAfterMs: parseRetryAfter(failure.retryAfter, options.now) });
  if (status === 0) return later("Xero could not be reached, or did not answer in time.");
  if (status === 401 || status === 403)
    return later(`Xero refused our access (${status}). Check the connection.`);
  if (status === 429) return later("Xero asked us to slow down.");
  if (!isRefusal(failure)) return later(`Xero is failing (${status}).`);
  const reason = options.personal
    .filter((text) => text !== "")
    .reduce((text, secret) => text.replaceAll(secret, "…"), failure.messages.join(" ").slice(0, 300));
  return new DeliveryError(`Xero refused the invoice (${status})${reason ? `: ${reason}` : "."}`, {
    isPermanent: true,
  });
}
