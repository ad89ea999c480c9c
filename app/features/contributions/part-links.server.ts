import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import type { Contribution } from "./contribution-rows.server.ts";

type Link = Pick<Contribution, "id" | "token_version">;

/** The kind is part of what is signed: no other link of the product opens a part, and this one opens nothing else. */
const tokenId = ({ id }: Pick<Contribution, "id">) => `contribution:${id}`;

export const isPartToken = ({ secrets }: Pick<Deps, "secrets">, link: Link, token: string) =>
  secrets.isAccessToken(token, tokenId(link), link.token_version);

export const partPath = ({ secrets }: Pick<Deps, "secrets">, link: Link) =>
  `/part/${link.id}?token=${secrets.accessToken(tokenId(link), link.token_version)}`;

/** The address that somebody who is asked gets by mail. */
export const partLink = (deps: Pick<Deps, "env" | "secrets">, link: Link) =>
  deps.env.APP_ORIGIN + partPath(deps, link);

/** The page on which the referrer reads what somebody wrote. */
export const helpLink = (
  deps: Pick<Deps, "env" | "secrets">,
  booking: Pick<BookingRow, "id" | "token_version">,
  contributionId: string,
) =>
  `${deps.env.APP_ORIGIN}/referral-form/${booking.id}/help/${contributionId}?token=${bookingToken(deps, booking)}`;
