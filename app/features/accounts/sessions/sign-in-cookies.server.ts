import { z } from "zod";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import { signedCookie } from "#app/platform/http/signed-cookie.server.ts";
import { deviceLabel } from "./device-label.ts";
import { sessionCookie } from "#app/features/accounts/principal.server.ts";
import { KNOWN_DEVICE_DAYS, TEMPORARY_TOKEN_MINUTES } from "#app/features/accounts/lifetimes.ts";
import { type Caller } from "#app/features/accounts/caller.ts";
import { type SignedIn } from "./start-session.server.ts";

const deviceCookie = (deps: Pick<Deps, "env">) => signedCookie(deps, "device", KNOWN_DEVICE_DAYS * 86_400);
const pendingCookie = (deps: Pick<Deps, "env">) =>
  signedCookie(deps, "sign-in", TEMPORARY_TOKEN_MINUTES * 60);

/** Who sends the request. `fingerprint` is what a script in the page computed, if any. */
export async function callerOf(
  scope: Pick<RequestScope, "deps" | "clientAddress" | "requestId">,
  request: Request,
  fingerprint: unknown = null,
): Promise<Caller> {
  const device: unknown = await deviceCookie(scope.deps).parse(request.headers.get("Cookie"));
  return {
    clientAddress: scope.clientAddress,
    deviceSecret: typeof device === "string" ? device : null,
    deviceLabel: deviceLabel(request.headers.get("User-Agent")),
    fingerprint: typeof fingerprint === "string" && fingerprint ? fingerprint.slice(0, 200) : null,
    requestId: scope.requestId,
  };
}

const PendingState = z.object({ signInId: z.string().optional(), token: z.string().optional() }).catch({});

/** The step that a sign-in has reached: first its id, then its temporary token. */
export type PendingState = z.output<typeof PendingState>;

/** The unfinished sign-in of this browser; empty without a cookie signed by us. */
export async function readPendingState(deps: Pick<Deps, "env">, request: Request): Promise<PendingState> {
  return PendingState.parse(await pendingCookie(deps).parse(request.headers.get("Cookie")));
}

export async function pendingStateHeaders(deps: Pick<Deps, "env">, state: PendingState): Promise<Headers> {
  return new Headers({ "Set-Cookie": await pendingCookie(deps).serialize(state) });
}

export async function signedInHeaders(
  deps: Pick<Deps, "env">,
  signedIn: Pick<SignedIn, "sessionSecret" | "expiresAt" | "deviceSecret">,
): Promise<Headers> {
  const headers = await deviceHeaders(deps, signedIn.deviceSecret);
  const expires = new Date(signedIn.expiresAt);
  headers.append("Set-Cookie", await sessionCookie(deps).serialize(signedIn.sessionSecret, { expires }));
  headers.append("Set-Cookie", await pendingCookie(deps).serialize("", { maxAge: 0 }));
  return headers;
}

export async function deviceHeaders(deps: Pick<Deps, "env">, deviceSecret: string): Promise<Headers> {
  return new Headers({ "Set-Cookie": await deviceCookie(deps).serialize(deviceSecret) });
}

export async function signedOutHeaders(deps: Pick<Deps, "env">): Promise<Headers> {
  const headers = new Headers({ "Set-Cookie": await sessionCookie(deps).serialize("", { maxAge: 0 }) });
  headers.append("Set-Cookie", await pendingCookie(deps).serialize("", { maxAge: 0 }));
  return headers;
}
