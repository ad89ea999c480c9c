import {
  data,
  isRouteErrorResponse,
  replace,
  type DataStrategyResult,
  type MiddlewareFunction,
} from "react-router";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { KEPT, SIGNED_OUT, signInFirst } from "#app/platform/http/sign-in-first.ts";
import { inTab } from "#app/ui/tab-storage.ts";
import { showToast } from "#app/ui/toast.ts";
import type { FormReply } from "./read-form.server.ts";
import { SECRETS, typedIn, type Typed } from "./typed.ts";

/** Values of a form that the server does not have. They stay on the page, with a copy in this tab's storage until the
 * server has answered. A reload puts the copy back; any other load, and leaving the page, drops it. A form with
 * `data-owner`, the name of a person and a record, keeps its copy for that person until the server has it. */

export const here = () => window.location.href.split("#")[0]!;

function keyOf({ id, dataset }: HTMLFormElement): string {
  return `typed ${dataset.owner ?? here()} ${id}`;
}

export function keepTyped(form: HTMLFormElement, typed: Typed | null, key = keyOf(form)): void {
  inTab((tab) => (typed ? tab.setItem(key, JSON.stringify(typed)) : tab.removeItem(key)));
}

/** Puts the copy back into the controls and returns it, hidden controls included; null without one. */
export function restoreTyped(form: HTMLFormElement): Typed | null {
  const typed = inTab((tab) => JSON.parse(tab.getItem(keyOf(form)) ?? "null") as Typed | null);
  if (!typed) return null;
  for (const control of form.querySelectorAll<HTMLInputElement>("input, textarea, select")) {
    const values = [typed[control.name] ?? []].flat();
    if (/checkbox|radio/.test(control.type)) control.checked = values.includes(control.value);
    else if (!/hidden|file/.test(control.type) && values.length > 0) control.value = values[0]!;
  }
  return typed;
}

function forPage(act: (form: HTMLFormElement) => void): void {
  for (const form of document.forms) if (form.id && !form.dataset.owner) act(form);
}

const drop = (form: HTMLFormElement) => keepTyped(form, null);

/** Names the page that is being loaded. When its script cannot be loaded, as after an upgrade, the framework reloads
 * the present page, although the form was accepted: the reloaded page then goes on to the one named here. */
const NAVIGATION = "navigation";

const UNANSWERED = "unanswered";

/** How many answers and pages have come since this document was loaded. */
let turn = 0;

/** How many forms in a row got no answer. */
let unreached = 0;

function endTurn(): void {
  turn += 1;
  unreached = 0;
  inTab((tab) => tab.removeItem(UNANSWERED));
}

/** The key to send a form with. It stays the same until an answer comes, also over a reload, so that the work is done
 * once; then it changes, so that somebody who goes back can send the same form again. */
export function keyToSend(pageKey: string | undefined): string {
  return inTab((tab) => tab.getItem(UNANSWERED)) ?? `${pageKey}${turn ? `~${turn}` : ""}`;
}

if (typeof document !== "undefined") {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isReload = entry?.type === "reload";
  const kept = inTab((tab) => tab.getItem(NAVIGATION));
  inTab((tab) => tab.removeItem(NAVIGATION));
  if (kept && isReload) window.location.assign(kept);
  if (!isReload) inTab((tab) => tab.removeItem(UNANSWERED));
  forPage(isReload ? restoreTyped : drop);
}

let sent: HTMLFormElement | null = null;

export function noteSent(form: HTMLFormElement): void {
  sent = form.id ? form : null;
}

/** A reply made in the browser when the server did not answer, failed, or redirected to sign-in. */
type UnsentReply = FormReply & { isUnsent: true };

export function isUnsent(reply: unknown): reply is UnsentReply {
  return Boolean((reply as Partial<UnsentReply> | undefined)?.isUnsent);
}

type Reason = { title: string; description: string };

const UNREACHABLE = {
  title: "We could not reach our server",
  description: "Please check your connection, wait a moment and press the button again.",
};

const FAULT = {
  title: "Something went wrong",
  description: "This is a fault of ours. Please wait a moment and press the button again.",
};

const BUSY = { title: "Too many requests", description: "Please wait a minute and press the button again." };

const isAnswer = (thrown: unknown) => thrown instanceof Response || isRouteErrorResponse(thrown);

/** True when no answer came. The router wraps what is not a route's own answer, with a status if there was an
 * answer. */
const isUnanswered = (thrown: unknown) => !isAnswer(thrown) && !(thrown as { init?: object | null }).init;

/** Why a form was not taken; null for an answer that has its own page. */
function reasonOf(thrown: unknown): Reason | null {
  if (isUnanswered(thrown)) return UNREACHABLE;
  const { data: details } = thrown as { data?: unknown };
  if (details instanceof Error) return FAULT;
  if (!isRouteErrorResponse(thrown)) return null;
  // A route's own has a page that keeps the form.
  if (thrown.status === 429 && typeof details === "string") return BUSY;
  if (thrown.status !== 413 && thrown.status < 500) return null;
  if (typeof details === "string" && !details.startsWith("{")) return UNREACHABLE;
  const words: unknown = typeof details === "string" ? JSON.parse(details) : details;
  const { heading = FAULT.title, message = FAULT.description } = (words ?? {}) as Record<string, string>;
  return { title: heading, description: message };
}

/** Like `reasonOf`, for a form that is to be sent again after signing in. One without an id holds nothing. */
function signInReason(form: HTMLFormElement | null, result: unknown): Reason | null {
  if (!form || !signInFirst(result, here())) return null;
  return { title: SIGNED_OUT.heading, description: SIGNED_OUT.message };
}

type Results = Record<string, DataStrategyResult>;

/** True when loaders got no answer, or one that our server did not mean. */
const isUnreached = (results: Results) =>
  Object.values(results).some(({ type, result }) => type === "error" && !isAnswer(result));

/** The page's data once more after a form was answered; what is on the page stays when it cannot be loaded. */
async function loadAgain(next: () => Promise<Results>): Promise<Results> {
  const results = await next();
  return isUnreached(results) ? {} : results;
}

async function loadPage(url: string, next: () => Promise<Results>): Promise<Results> {
  forPage(drop);
  endTurn();
  inTab((tab) => tab.setItem(NAVIGATION, url));
  const results = await next().finally(() =>
    inTab((tab) => tab.getItem(NAVIGATION) === url && tab.removeItem(NAVIGATION)),
  );
  if (!isUnreached(results)) return results;
  // The browser tries again, and says itself that the line is gone.
  window.location.assign(url);
  return new Promise(() => {});
}

/** Set when a failed form without an id stays on its page: the load that follows is skipped, because it
 * would fail too. */
let isStaying = false;

/** Keeps a form on its page when it did not reach our server, the server failed or was asked too often, or the session
 * has ended, and notes where a navigation goes. */
export const keepUnsent: MiddlewareFunction<Results> = async ({ request }, next) => {
  const hasStayed = isStaying;
  isStaying = false;
  if (request.method === "GET" && request.url !== here()) return loadPage(request.url, next);
  if (request.method === "GET") return hasStayed ? {} : loadAgain(next);
  const form = sent;
  sent = null;
  const content = await request.clone().formData();
  const typed = typedIn(content, SECRETS);
  const key = typed[FORM_KEY]?.toString();
  // The answer may give the page another address.
  const place = form ? keyOf(form) : "";
  if (form) keepTyped(form, typed);
  if (key) inTab((tab) => tab.setItem(UNANSWERED, key));
  const results = await next();
  if (request.signal.aborted) return results;
  // Only the route of the form's action has a result.
  const [[routeId, { type, result }]] = Object.entries(results) as [[string, DataStrategyResult]];
  const reason = type === "error" ? (reasonOf(result) ?? signInReason(form, result)) : null;
  if (!reason) {
    if (form) keepTyped(form, null, place);
    endTurn();
    return results;
  }
  if (isUnanswered(result)) {
    unreached += 1;
    // Few browsers need it. Without a line it does not come, and the form stays on its page.
    const plain = unreached > 1 && (await import("./send-plainly.ts").catch(() => null));
    if (plain && (await plain.isServerThere())) {
      if (form) drop(form);
      plain.sendPlainly(request.url, request.headers.get("Content-Type")!.split(";")[0]!, content);
      return new Promise(() => {});
    }
  }
  showToast({ ...reason, variant: "destructive" });
  if (!form) {
    // A form without an id shows no reply, and its action may be another page.
    isStaying = true;
    return { [routeId]: { type: "data", result: replace(here()) } };
  }
  const { title, description } = reason;
  const summary = `${title}. ${KEPT} ${description}`;
  const reply: UnsentReply = { summary, error: {}, initialValue: typed, isUnsent: true, formId: form.id };
  return { [routeId]: { type: "data", result: data(reply, { status: 503 }) } };
};
