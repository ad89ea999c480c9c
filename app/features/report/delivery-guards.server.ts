import { data } from "react-router";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import { actorOf, findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { browserGrants } from "#app/platform/browser-grants.server.ts";
import { readDeliveryToken } from "./deliver-report.server.ts";
import {
  deliveryProblem,
  readDelivery,
  type DeliveryProblem,
  type OpenDelivery,
} from "./open-delivery.server.ts";

const grants = browserGrants("reports", { hours: 2, max: 10 });

/** A `Set-Cookie` value: this browser has proved the recipient's address, for two hours. */
export function grantDelivery(deps: Deps, request: Request, { delivery }: OpenDelivery): string {
  return grants.add(deps, request, { id: delivery.id, version: delivery.token_version });
}

/** Checks the right to a delivery: its own link, a code that was typed in this browser, or the sign-in of a customer
 * whose confirmed address is the recipient's. Everybody else gets 404, as for one that is not there. `isProved` is
 * false for the link alone; `problem` says why the report cannot be opened now. Whoever has a link that a newer one
 * replaced is told so, and nothing else. */
export async function requireDelivery(scope: RequestScope, request: Request, deliveryId: string) {
  const { deps, requestId } = scope;
  const opened = await readDelivery(deps, deliveryId);
  if (!opened) throw data(null, { status: 404 });
  const { delivery } = opened;
  const token = new URL(request.url).searchParams.get("token");
  const link = token === null ? "wrong" : readDeliveryToken(deps, delivery, token);
  const granted = grants.read(deps, request).filter(({ id }) => id === delivery.id);
  const isGranted = granted.some(({ version }) => version === delivery.token_version);
  const principal = await findPrincipal(deps, request);
  const isRecipient =
    principal.kind === "customer" &&
    principal.isEmailConfirmed &&
    principal.emailKey === delivery.email.toLowerCase();
  const isOpen = link === "right" || isGranted || isRecipient;
  if (!isOpen && link === "wrong" && granted.length === 0) throw data(null, { status: 404 });
  const by: ActedByRequest = { actor: actorOf(isRecipient ? principal : { kind: "visitor" }), requestId };
  let problem: DeliveryProblem | null = await deliveryProblem(deps, opened);
  if (!isOpen && problem !== "ended" && problem !== "withdrawn") problem = "replaced";
  return { opened, by, isProved: isGranted || isRecipient, problem };
}
