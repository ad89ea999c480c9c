import { z } from "zod";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import { signedCookie } from "#app/platform/signed-cookie.server.ts";
import { deviceLabel } from "#app/features/accounts/devices/device-label.ts";
import { sessionCookie } from "#app/features/accounts/session/principal.server.ts";
import { KNOWN_DEVICE_DAYS, TEMPORARY_TOKEN_MINUTES } from "#app/features/accounts/record/lifetimes.ts";
import type { SignInClient } from "#app/features/accounts/record/caller.ts";
import type { SignedIn } from "#app/features/accounts/session/start-session.server.ts";

const deviceCookie = (deps: Pick<Deps, "env">) => signedCookie(deps, "device", KNOWN_DEVICE_DAYS * 86_400);
const pendingCookie = (deps: Pick<Deps, "env">) =>
  signedCookie(deps, "sign-in", TEMPORARY_TOKEN_MINUTES * 60);

/** Who sends the request. `fingerprint` is what a script in the page computed, if any. */
export function signInClientOf(
  scope: Pick<RequestScope, "deps" | "clientAddress" | "requestId">,
  request: Request,
  fingerprint: unknown = null,
): SignInClient {
  const device: unknown = deviceCookie(scope.deps).parse(request.headers.get("Cookie"));
  return {
    clientAddress: scope.clientAddress,
    deviceSecret: typeof device === "string" ? device : null,
    deviceLabel: deviceLabel(request.headers.get("User-Agent")),
    fingerprint: typeof fingerprint === "string" && fingerprint ? fingerprint.slice(0, 200) : null,
    requestId: scope.requestId,
  };
}

const PendingState = z.object({ signInId: z.string().optional(), token: z.string().optional() }).catch({});

export type PendingState = z.output<typeof PendingState>;

/** The signed cookie between the password and the next step of the sign-in; empty when absent or forged. */
export function readPendingState(deps: Pick<Deps, "env">, request: Request): PendingState {
  return PendingState.parse(pendingCookie(deps).parse(request.headers.get("Cookie")));
}

/** Sets the cookie of a sign-in that needs another step. */
export function pendingStateHeaders(deps: Pick<Deps, "env">, state: PendingState): Headers {
  return new Headers({ "Set-Cookie": pendingCookie(deps).serialize(state) });
}

/** Sets the cookies of the session and the device, and ends the pending sign-in. */
export function signedInHeaders(deps: Pick<Deps, "env" | "clock">, signedIn: SignedIn): Headers {
  const headers = deviceHeaders(deps, signedIn.deviceSecret);
  const maxAge = Math.round((Date.parse(signedIn.expiresAt) - deps.clock.now().getTime()) / 1000);
  headers.append("Set-Cookie", sessionCookie(deps).serialize(signedIn.sessionSecret, { maxAge }));
  headers.append("Set-Cookie", pendingCookie(deps).serialize("", { maxAge: 0 }));
  return headers;
}

/** Sets the cookie by which a device is known; its life is that of the trust in it. */
export function deviceHeaders(deps: Pick<Deps, "env">, deviceSecret: string): Headers {
  return new Headers({ "Set-Cookie": deviceCookie(deps).serialize(deviceSecret) });
}

/** Removes the session and the pending sign-in. The device stays known. */
export function signedOutHeaders(deps: Pick<Deps, "env">): Headers {
  const headers = new Headers({ "Set-Cookie": sessionCookie(deps).serialize("", { maxAge: 0 }) });
  headers.append("Set-Cookie", pendingCookie(deps).serialize("", { maxAge: 0 }));
  return headers;
}
