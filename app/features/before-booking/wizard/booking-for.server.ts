import type { Deps } from "#app/deps.server.ts";
import { findUser } from "#app/features/accounts/session/queries.server.ts";
import { findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import type { Actor } from "#app/features/audit/record-audit.server.ts";
import { STEP_FIELDS, type Declared } from "#app/features/booking/fields/fields.ts";
import { listFields } from "#app/features/booking/fields/field-values.ts";
import type { Answers } from "#app/features/booking/fields/steps.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { Inside } from "#app/features/booking/record/change-booking.server.ts";
import { readBooking, type BookingReadModel } from "#app/features/booking/record/queries.server.ts";
import { findOrganisation } from "#app/features/organisations/record/change-organisation.server.ts";
import { openDetails, usualRecipients } from "#app/features/organisations/record/details.server.ts";
import { hasOrganisations, membershipsOf } from "#app/features/organisations/record/membership.server.ts";
import { WHICH } from "#app/features/organisations/record/paths.ts";
import { ROLES } from "#app/features/organisations/record/roles.ts";
import { addRecipient } from "#app/features/report/change-report.server.ts";

/** In whose name a member books: `id` is null for nobody's. `others` are what else they may choose, by the words of the
 * link. `isLost`: the draft is in the name of an organisation for which this visitor may not book now. */
export type BookingFor = {
  id: string | null;
  name: string | null;
  heading: string;
  words?: string;
  others: { id: string; words: string }[];
  isLost?: boolean;
};

const LOST = {
  heading: "You would book for yourself",
  words:
    "This booking was begun in the name of an organisation. To book for it, sign in as its member, and come back to this page.",
};

/** An address that says so books for nobody's organisation. */
const ONESELF = { id: "myself", name: "yourself" };

type Asked = Pick<Deps, "db" | "clock" | "env" | "secrets" | "settings">;

/** Memberships with which somebody may book, none for anybody but a customer. */
async function bookersOf(deps: Pick<Deps, "db" | "settings">, { kind, id }: Actor) {
  if (kind !== "customer" || id === null) return [];
  return (await membershipsOf(deps, id)).filter(({ role }) => ROLES[role].books);
}

async function visitorOf(deps: Asked, request: Request): Promise<Actor> {
  const principal = await findPrincipal(deps, request);
  return principal.kind === "customer"
    ? { kind: "customer", id: principal.userId }
    : { kind: "visitor", id: null };
}

/** The organisation in whose name somebody may book now, by its id; undefined for any other. */
export async function organisationBookedFor(
  deps: Pick<Deps, "db" | "settings">,
  actor: Actor,
  asked: string | null,
) {
  if (!asked || !hasOrganisations(deps)) return undefined;
  const memberships = await bookersOf(deps, actor);
  return memberships.find(({ organisationId }) => organisationId === asked)?.organisationId;
}

/** `organisationBookedFor` this visitor. */
export const organisationToBookFor = async (deps: Asked, request: Request, asked: string | null) =>
  organisationBookedFor(deps, await visitorOf(deps, request), asked);

/** The choice that step 1 shows; of a draft, in whose name it is. Null for everybody who is no member, and while there
 * are no organisations. */
export async function readBookingFor(
  deps: Deps,
  request: Request,
  draft: { organisation_id: string | null } | null = null,
): Promise<BookingFor | null> {
  if (!hasOrganisations(deps) || (draft && draft.organisation_id === null)) return null;
  const memberships = await bookersOf(deps, await visitorOf(deps, request));
  const all = memberships.map(({ organisationId: id, organisationName: name }) => ({ id, name }));
  const asked = draft?.organisation_id ?? new URL(request.url).searchParams.get(WHICH);
  const only = all.length === 1 && asked === null ? all[0] : undefined;
  const chosen = only ?? all.find(({ id }) => id === asked);
  const { id = null, name = null } = chosen ?? {};
  const heading = `Booking for ${name ?? "yourself"}`;
  if (draft) return { id, name, heading, others: [], ...(chosen ? {} : { ...LOST, isLost: true }) };
  if (all.length === 0) return null;
  const others = [...all.filter((one) => one.id !== id), ...(chosen ? [ONESELF] : [])];
  return { id, name, heading, others: others.map((one) => ({ id: one.id, words: `Book for ${one.name}` })) };
}

/** The answers of an earlier booking to the fields of one group. */
export function answersOf(booking: BookingReadModel, group: Readonly<Record<string, Declared>>): Answers {
  const values: Readonly<Record<string, unknown>> = booking;
  const given = listFields(group).flatMap(({ name }) => {
    const value = values[name];
    return typeof value === "string" && value !== "" ? [[name, value]] : [];
  });
  return Object.fromEntries(given) as Answers;
}

/** The referrer's answers of an earlier booking. */
export const referrerAnswersOf = (booking: BookingReadModel): Answers => ({
  ...answersOf(booking, STEP_FIELDS.referrer),
  referrerPhone: booking.referrerPhoneAsTyped,
});

/** Answers with which step 1 begins for a member: as in their last booking for the organisation, else their name and
 * address. */
export async function memberAnswers(
  deps: Deps,
  request: Request,
  booksFor: Pick<BookingFor, "id" | "name"> | null,
): Promise<Answers> {
  const principal = await findPrincipal(deps, request);
  if (!booksFor?.id || principal.kind !== "customer") return {};
  const last = await deps.db
    .selectFrom("bookings")
    .selectAll()
    .where("organisation_id", "=", booksFor.id)
    .where("booked_by", "=", principal.userId)
    .where("referrer_email_key", "=", principal.emailKey)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last) return referrerAnswersOf(await readBooking(deps, last));
  const user = await findUser(deps, principal.userId);
  return {
    referrerFirstName: principal.firstName ?? "",
    referrerLastName: user?.lastName ?? "",
    referrerEmail: principal.email,
    referrerOrganisation: booksFor.name!,
  };
}

/** Id, billing details and recipients for a booking in the name of an organisation; undefined where the actor may not
 * book for it now. */
export async function organisationOfBooking(deps: Deps, organisationId: string | null, actor: Actor) {
  const id = await organisationBookedFor(deps, actor, organisationId);
  const row = id && (await findOrganisation(deps, id));
  if (!row) return undefined;
  const { recipients, ...given } = openDetails(deps.secrets, row);
  return {
    id: row.id,
    bookedBy: actor.id!,
    billing: {
      poNumber: given.poNumber || null,
      billingName: given.billingName || null,
      billingAddress: given.billingAddress || null,
      billingEmail: given.billingEmail || null,
    },
    recipients: usualRecipients({ recipients }),
  };
}

/** Puts the organisation's usual recipients of reports on a new booking's list. */
export async function addUsualRecipients(
  inside: Inside,
  booking: BookingRow,
  recipients: readonly string[],
  by: { actor: Actor; requestId: string },
) {
  for (const email of recipients)
    await addRecipient(inside, { bookingId: booking.id, by, role: "other", name: email, email });
}
