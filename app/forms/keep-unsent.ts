import { data, isRouteErrorResponse, type DataStrategyResult, type MiddlewareFunction } from "react-router";
import { showToast } from "#app/ui/toast.ts";
import type { FormReply } from "./read-form.server.ts";

/** Replaces an answer that never came, or a server fault. */
type UnsentReply = FormReply & { isUnsent: true };

export function isUnsent(reply: unknown): reply is UnsentReply {
  return (reply as Partial<UnsentReply> | undefined)?.isUnsent === true;
}

type Reason = { title: string; advice: string };

const UNREACHABLE = {
  title: "We could not reach our server",
  advice: "Please check your connection, wait a moment and press the button again.",
};

const FAULT = {
  title: "Something went wrong",
  advice: "This is a fault of ours. Please wait a moment and press the button again.",
};

/** Why a form was not taken; null for an answer that has its own page. */
function reasonOf(thrown: unknown): Reason | null {
  // The router wraps what is not a route's own answer.
  const error =
    (thrown as { data?: unknown } | null)?.data instanceof Error ? (thrown as { data: Error }).data : thrown;
  if (error instanceof Error) {
    const isNetwork = error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
    return isNetwork ? UNREACHABLE : FAULT;
  }
  if (!isRouteErrorResponse(error) || error.status < 500) return null;
  const details: unknown = error.data;
  if (typeof details === "string" && !details.startsWith("{")) return UNREACHABLE;
  const words: unknown = typeof details === "string" ? JSON.parse(details) : details;
  const { heading = FAULT.title, message = FAULT.advice } = (words ?? {}) as Record<string, string>;
  return { title: heading, advice: message };
}

async function replyTo(sent: Request, { title, advice }: Reason) {
  const form = await sent.formData();
  const initialValue: FormReply["initialValue"] = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).map(String);
    initialValue[name] = values.length > 1 ? values : values[0]!;
  }
  const summary = `${title}. Nothing you typed is lost: it is kept on this page. ${advice}`;
  return { summary, error: {}, initialValue, isUnsent: true } satisfies UnsentReply;
}

/** Keeps a form on its page when it did not reach our server, or the server failed. */
export const keepUnsent: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (request.method === "GET") return next();
  const sent = request.clone();
  const results = await next();
  for (const [routeId, { type, result }] of Object.entries(results)) {
    const reason = type === "error" && !request.signal.aborted ? reasonOf(result) : null;
    if (!reason) continue;
    results[routeId] = { type: "data", result: data(await replyTo(sent, reason), { status: 503 }) };
    showToast({ title: reason.title, description: reason.advice, variant: "destructive" });
  }
  return results;
};
