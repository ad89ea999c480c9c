import type { RequestScope } from "#app/context.ts";
import type { ServerBuild } from "react-router";
import { addressOf } from "./area-handlers.server.ts";

const KB = 1024;

/** How long a route's form may be. Without files, in bytes; a form sends up to 12 bytes a letter. With `fileBytes`, one
 * file that its action gets in memory: a larger one is cut above that size, for the action to refuse beside what was
 * typed. `streamed`: its action reads the files while they arrive, and bounds them. */
type FormLimit = { bytes: number } | { fileBytes: number } | "streamed";

/** Limit of a route that declares none. */
export const SHORT_FORM: FormLimit = { bytes: 64 * KB };

/** Referral forms, parts of reports and complaints. */
export const LONG_FORM = { bytes: 256 * KB };

/** Bytes of the fields beside a file. */
export const FIELDS_BYTES = 64 * KB;

const limits = new WeakMap<object, FormLimit>();

/** Declares how long the form of an action may be: `export const action = formLimit(LONG_FORM, once(…))`. */
export function formLimit<Action extends object>(limit: FormLimit, action: Action): Action {
  limits.set(action, limit);
  return action;
}

/** The form of a `fileBytes` action, which was read before it. */
export async function formWithFile(
  { form }: Pick<RequestScope, "form">,
  request: Request,
): Promise<FormData> {
  return form ?? request.formData();
}

type Pattern = { pattern: RegExp; rank: string; action: object | undefined };

const rankOfPart = (part: string) => (part === "*" ? "2" : part.startsWith(":") ? "1" : "0");

const patternOfPart = (part: string) => {
  if (part === "*") return "/.*";
  if (part.startsWith(":")) return part.endsWith("?") ? "(?:/[^/]+)?" : "/[^/]+";
  return `/${part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
};

/** The routes that have an address, those with more fixed parts first. The router would try all of them anew for each
 * request, which takes a hundred times as long. */
function patternsOf({ routes }: ServerBuild): Pattern[] {
  const patterns = Object.keys(routes).map((id) => {
    const parts = addressOf(routes, id).split("/").filter(Boolean);
    return {
      pattern: new RegExp(`^${parts.map(patternOfPart).join("")}/?$`, "i"),
      rank: parts.map(rankOfPart).join(""),
      action: routes[id]!.module.action,
    };
  });
  return patterns.sort((a, b) => (a.rank < b.rank ? -1 : 1));
}

/** Finds what the route at an address declares. Reads a build that can change anew each time it is another one. */
export function formLimits(
  build: ServerBuild | (() => Promise<ServerBuild>),
): (pathname: string) => Promise<FormLimit> {
  let known: { build: ServerBuild; patterns: Pattern[] } | undefined;
  return async (pathname) => {
    const current = typeof build === "function" ? await build() : build;
    if (known?.build !== current) known = { build: current, patterns: patternsOf(current) };
    const path = pathname.replace(/\.data$/, "");
    const action = known.patterns.find((one) => one.action && one.pattern.test(path))?.action;
    return (action && limits.get(action)) ?? SHORT_FORM;
  };
}
