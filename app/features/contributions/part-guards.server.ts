import { data } from "react-router";
import { z } from "zod";
import type { RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { signedCookie } from "#app/platform/signed-cookie.server.ts";
import { readFacts, standingIn } from "./booking-facts.server.ts";
import { findContribution, type Contribution } from "./contribution-rows.server.ts";
import { isPartToken } from "./part-links.server.ts";

const GRANT_HOURS = 12;
const MAX_GRANTS = 10;

const Grants = z
  .array(z.object({ id: z.string(), version: z.number(), at: z.string(), isProved: z.boolean() }))
  .catch([]);

const grantCookie = (deps: Pick<Deps, "env">) => signedCookie(deps, "parts");

function readGrants(deps: Pick<Deps, "env" | "clock">, request: Request) {
  const oldest = new Date(deps.clock.now().getTime() - GRANT_HOURS * 3_600_000).toISOString();
  return Grants.parse(grantCookie(deps).parse(request.headers.get("Cookie"))).filter(({ at }) => at > oldest);
}

/** Headers with a cookie: this browser has the link and, with `isProved`, has shown that its user knows the person. It
 * lasts for 12 hours from the last page. */
export function grantPart(
  deps: Deps,
  request: Request,
  { id, token_version }: Pick<Contribution, "id" | "token_version">,
  isProved: boolean,
): { "Set-Cookie": string } {
  const others = readGrants(deps, request).filter((grant) => grant.id !== id);
  const grant = { id, version: token_version, at: deps.clock.now().toISOString(), isProved };
  return { "Set-Cookie": grantCookie(deps).serialize([grant, ...others].slice(0, MAX_GRANTS)) };
}

const notFound = () => data(null, { status: 404 });

/** Checks the right to what somebody is asked: its own link, or this browser's cookie from it. Everybody else gets 404,
 * as for one that is not there: staff and the booking's referrer have pages of their own. `isProved` is false until the
 * person's date of birth was typed in this browser. */
export async function requirePart(scope: RequestScope, request: Request, contributionId: string) {
  const { deps, requestId } = scope;
  const asked = await findContribution(deps, contributionId);
  const booking = asked && (await findBooking(deps.db, asked.booking_id));
  if (!booking || isErased(booking)) throw notFound();
  const token = new URL(request.url).searchParams.get("token");
  const grant = readGrants(deps, request).find(
    ({ id, version }) => id === asked.id && version === asked.token_version,
  );
  const hasLink = token !== null && isPartToken(deps, asked, token);
  if (token !== null ? !hasLink : !grant) throw notFound();
  const facts = await readFacts(deps, booking);
  const isProved = grant?.isProved ?? false;
  const by: ActedByRequest = { actor: { kind: "contributor", id: asked.id }, requestId };
  return {
    asked,
    booking,
    facts,
    by,
    isProved,
    standing: standingIn(deps, asked, facts),
    headers: grantPart(deps, request, asked, isProved),
  };
}

export type OpenPart = Awaited<ReturnType<typeof requirePart>>;
