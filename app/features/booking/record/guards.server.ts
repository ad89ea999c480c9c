import { data } from "react-router";
import type { RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import { findPrincipal, type Principal } from "#app/features/accounts/session/principal.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { mayOpen } from "#app/features/organisations/record/membership.server.ts";
import { browserGrants } from "#app/platform/browser-grants.server.ts";
import { enterOffer } from "#app/features/catalogue/offer-scope.server.ts";
import { offerOfBooking } from "#app/features/organisations/record/agreements.server.ts";
import { oldLinkVersion } from "./access-links.ts";
import { endOldLink } from "./write-booking.server.ts";
import { findBooking } from "./find-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";

const grants = browserGrants("grants", { hours: 7 * 24, max: 20 });

/** A `Set-Cookie` value: this browser needs no token for this booking until it is closed, for 7 days at most. */
export const grantBooking = async (
  deps: Deps,
  request: Request,
  booking: Pick<BookingRow, "id" | "token_version">,
): Promise<string> => grants.add(deps, request, { id: booking.id, version: booking.token_version });

/** Headers for the browser that booked: it needs no token for its booking. One made in an organisation's name is opened
 * by membership alone, which can end. */
export const grantBooked = async (
  deps: Deps,
  request: Request,
  booking: Pick<BookingRow, "id" | "token_version" | "organisation_id">,
): Promise<{ "Set-Cookie"?: string }> =>
  booking.organisation_id === null ? { "Set-Cookie": await grantBooking(deps, request, booking) } : {};

/** The access token in the booking's links. It is derived, never stored: raising `token_version` revokes it. */
export function bookingToken(deps: Pick<Deps, "secrets">, booking: Pick<BookingRow, "id" | "token_version">) {
  return deps.secrets.accessToken(booking.id, booking.token_version);
}

/** Arguments of a loader or an action of one booking. */
export type BookingPageArgs = { context: RouteContext; request: Request; params: { bookingId: string } };

export type BookingAccess = {
  booking: BookingRow;
  principal: Principal;
  /** `token`: it came with the link, so `grantBooking` is worth setting. */
  by: "token" | "grant" | "owner" | "staff";
  /** The `token_version` of the link, where it came with one. */
  linkVersion?: number;
};

/** Whether the visitor came by the booking's link, not as one who is signed in. */
export const isByLink = ({ by }: Pick<BookingAccess, "by">) => by === "token" || by === "grant";

/** Loads a booking and proves the right to it: by token, an earlier grant, ownership, or as staff. Null alike for one
 * that is not there and one that is not the caller's. */
export async function findAccessibleBooking(
  deps: Deps,
  request: Request,
  bookingId: string,
  token: string | null = new URL(request.url).searchParams.get("token"),
): Promise<BookingAccess | null> {
  const [booking, principal] = await Promise.all([
    findBooking(deps.db, bookingId),
    findPrincipal(deps, request),
  ]);
  if (!booking) return null;
  const old = oldLinkVersion(booking, deps.clock.now());
  const versions = [booking.token_version, ...(old === null ? [] : [old])];
  const linkVersion =
    token === null
      ? undefined
      : versions.find((version) => deps.secrets.isAccessToken(token, booking.id, version));
  if (linkVersion !== undefined) {
    if (old !== null && linkVersion !== old) await endOldLink(deps.db, booking);
    return { booking, principal, by: "token", linkVersion };
  }
  if (principal.kind === "staff") return { booking, principal, by: "staff" };
  const isGranted = grants
    .read(deps, request)
    .some(({ id, version }) => id === booking.id && versions.includes(version));
  if (isGranted) return { booking, principal, by: "grant" };
  if (principal.kind === "customer" && (await mayOpen(deps, principal, booking)))
    return { booking, principal, by: "owner" };
  return null;
}

const NOT_FOUND = { page: "booking-not-found" as const };

/** `message` replaces the page's own sentence. */
export const bookingNotFoundPage = (message?: string) =>
  data(message === undefined ? NOT_FOUND : { ...NOT_FOUND, message }, { status: 404 });

export const isBookingNotFoundPage = (thrown: unknown): thrown is { data: typeof NOT_FOUND } =>
  (thrown as { data?: unknown } | null)?.data === NOT_FOUND;

/** A booking by its id, for somebody who may see all of them; the offer of its agreement is in force from here on.
 * Throws the Booking Not Found page. */
export async function requireBookingRow(deps: Pick<Deps, "db" | "clock" | "settings">, bookingId: string) {
  const booking = await findBooking(deps.db, bookingId);
  if (!booking) throw bookingNotFoundPage();
  enterOffer(await offerOfBooking(deps, booking));
  return booking;
}

/** Throws the Booking Not Found page. The headers have a cookie that replaces the token in the next requests. The offer
 * of the booking's agreement is in force from here on. */
export async function requireBooking(deps: Deps, request: Request, bookingId: string, notFound?: string) {
  const access = await findAccessibleBooking(deps, request, bookingId);
  if (!access) throw bookingNotFoundPage(notFound);
  const { booking, linkVersion } = access;
  enterOffer(await offerOfBooking(deps, booking));
  const headers: { "Set-Cookie"?: string } =
    linkVersion === undefined
      ? {}
      : { "Set-Cookie": await grantBooking(deps, request, { ...booking, token_version: linkVersion }) };
  return { ...access, headers };
}
