import { data } from "react-router";
import { z } from "zod";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import { actorOf, findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { signedCookie } from "#app/platform/signed-cookie.server.ts";
import {
  deliveryProblem,
  isDeliveryToken,
  readDelivery,
  type OpenDelivery,
} from "./deliver-report.server.ts";

const GRANT_HOURS = 2;
const MAX_GRANTS = 10;

const Grants = z.array(z.object({ id: z.string(), version: z.number(), at: z.string() })).catch([]);

const grantCookie = (deps: Pick<Deps, "env">) => signedCookie(deps, "reports");

function readGrants(deps: Pick<Deps, "env" | "clock">, request: Request) {
  const oldest = new Date(deps.clock.now().getTime() - GRANT_HOURS * 3_600_000).toISOString();
  return Grants.parse(grantCookie(deps).parse(request.headers.get("Cookie"))).filter(({ at }) => at > oldest);
}

/** A `Set-Cookie` value: this browser has proved the recipient's address, for two hours. */
export function grantDelivery(deps: Deps, request: Request, { delivery }: OpenDelivery): string {
  const others = readGrants(deps, request).filter(({ id }) => id !== delivery.id);
  const grant = { id: delivery.id, version: delivery.token_version, at: deps.clock.now().toISOString() };
  return grantCookie(deps).serialize([grant, ...others].slice(0, MAX_GRANTS));
}

/** Checks the right to a delivery: its own link, a code that was typed in this browser, or the sign-in of a customer whose
 * confirmed address is the recipient's. Everybody else gets 404, as for one that is not there. `isProved` is false for the
 * link alone; `problem` says why the report cannot be opened now. */
export async function requireDelivery(scope: RequestScope, request: Request, deliveryId: string) {
  const { deps, requestId } = scope;
  const opened = await readDelivery(deps, deliveryId);
  if (!opened) throw data(null, { status: 404 });
  const { delivery } = opened;
  const token = new URL(request.url).searchParams.get("token");
  const hasLink = token !== null && isDeliveryToken(deps, delivery, token);
  const isGranted = readGrants(deps, request).some(
    ({ id, version }) => id === delivery.id && version === delivery.token_version,
  );
  const principal = await findPrincipal(deps, request);
  const isRecipient =
    principal.kind === "customer" &&
    principal.isEmailConfirmed &&
    principal.emailKey === delivery.email.toLowerCase();
  if (!hasLink && !isGranted && !isRecipient) throw data(null, { status: 404 });
  const by: ActedByRequest = { actor: actorOf(isRecipient ? principal : { kind: "visitor" }), requestId };
  return { opened, by, isProved: isGranted || isRecipient, problem: await deliveryProblem(deps, opened) };
}
