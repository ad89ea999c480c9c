import { sql } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { standingPence } from "#app/features/billing/invoice-standing.ts";
import { findInvoice } from "#app/features/billing/invoice-state.server.ts";
import { USUAL_DAYS_TO_PAY } from "#app/features/booking/money/payment-terms.ts";
import { changeBooking, DONE, refused } from "#app/features/booking/record/change-booking.server.ts";
import { findBookingByReference } from "#app/features/booking/record/find-booking.server.ts";
import { KEPT_WORDS, type Kept } from "#app/features/booking/record/kept-words.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import {
  closeOrganisation,
  createOrganisation,
  editOrganisation,
  findOrganisation,
  reopenOrganisation,
  type OrganisationRefused,
} from "#app/features/organisations/record/change-organisation.server.ts";
import { details, organisationNamed, version } from "#app/features/organisations/record/fields.ts";
import {
  appointOwner,
  invite,
  MEMBER_WORDS,
  type MemberRefused,
} from "#app/features/organisations/record/members.server.ts";
import { KINDS } from "#app/features/organisations/record/roles.ts";
import { line } from "#app/features/settings/form-values.ts";
import { answerForms, atField, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { changedSince } from "#app/forms/changed-since.ts";
import { declare, fieldsOf, hiddenField } from "#app/forms/declared-fields.ts";
import { pageOfQuery } from "#app/kit/pieces.server.ts";
import { foldText } from "#app/platform/fold-text.ts";

const MAX_SEARCH = 100;

/** Organisations by name, a page of those that a search finds, with how many members and bookings each has. */
export async function listOrganisations({ db }: Pick<Deps, "db">, url: URL) {
  const search = (url.searchParams.get("search") ?? "").trim().slice(0, MAX_SEARCH);
  const pattern = `%${foldText(search).replace(/[\\%_]/g, "\\$&")}%`;
  const query = db
    .selectFrom("organisations")
    .select(["id", "name", "kind", "closed_at"])
    .select((eb) => [
      eb
        .selectFrom("memberships")
        .select((of) => of.fn.countAll<number | string>().as("count"))
        .whereRef("memberships.organisation_id", "=", "organisations.id")
        .where("memberships.state", "=", "active")
        .as("members"),
      eb
        .selectFrom("bookings")
        .select((of) => of.fn.countAll<number | string>().as("count"))
        .whereRef("bookings.organisation_id", "=", "organisations.id")
        .as("bookings"),
    ])
    .$if(search !== "", (narrowed) => narrowed.where(sql<boolean>`lower(name) like ${pattern} escape '\\'`))
    .orderBy(sql`lower(name)`)
    .orderBy("id");
  const { rows, at } = await pageOfQuery(query, url);
  return {
    search,
    at,
    organisations: rows.map(({ id, name, kind, closed_at, members, bookings }) => ({
      id,
      name,
      kind: KINDS[kind],
      isClosed: closed_at !== null,
      members: Number(members),
      bookings: Number(bookings),
    })),
  };
}

/** A page of an organisation's bookings for staff, newest first, and how many are not over. */
export async function bookingsOfOrganisation({ db }: Pick<Deps, "db">, organisationId: string, url: URL) {
  const all = db.selectFrom("bookings").where("organisation_id", "=", organisationId);
  const { rows, at } = await pageOfQuery(
    all
      .select([
        "id",
        "reference",
        "status",
        "created_at",
        "is_closed_matter",
        "client_first_name",
        "client_last_name",
      ])
      .orderBy("created_at", "desc")
      .orderBy("id", "desc"),
    url,
  );
  const { count } = await all
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("status", "in", ["pending", "confirmed"])
    .executeTakeFirstOrThrow();
  return { bookings: rows, at, openCount: Number(count) };
}

type Posted = Sent & { deps: Deps; by: ActedByRequest; organisationId: string };
type LinkRefused = {
  ok: false;
  problem: Kept | "not-closed" | "no-booking" | "of-another" | "not-theirs" | "closed" | "invoiced";
};
type Refused = OrganisationRefused | MemberRefused | LinkRefused;

const form = formOf<Posted, Refused>();

/** Answers the list of organisations. */
export const answerOrganisations = answerForms(
  {
    create: form({
      ...fieldsOf(organisationNamed),
      opensBy: "New organisation",
      button: "Make the organisation",
      change: ({ deps, by }, named) => createOrganisation(deps, named, by),
      to: (_, __, made) => `/admin/organisations/${(made as unknown as { id: string }).id}`,
      said: "The organisation is made. Invite its first Owner below.",
      done: "created",
    }),
  },
  { words: {} as never, isRaw: true },
);

const reference = (hint: string) =>
  declare("line")(
    "Reference of the booking",
    line(20, { isRequired: "Enter a reference such as MCA-4F7K-2QXP." }),
    { hint },
  );

const LINKED =
  "Its referrer then sees it in an account only as an active member whose role sees answers. Links that were mailed still work, and price and terms stay.";

const UNLINKED =
  "Its members no longer see it, and days to pay, account, PO number and clocks of the agreement are no longer asked. Price, billing details and recipients of reports stay: check them.";

const CLOSED_MATTER =
  "Where nobody of the organisation is left who may open it. It is then as open to the team as its other bookings.";

/** Gives a booking to an organisation; `booked_by` is its referrer, where that address is an active member's. */
async function linkBooking({ deps, by, organisationId }: Posted, typed: string) {
  const found = await findBookingByReference(deps.db, typed);
  if (!found) return refused("no-booking");
  if ((await findOrganisation(deps, organisationId))?.closed_at !== null) return refused("closed");
  return changeBooking(deps, { bookingId: found.id, by }, async (inside, booking) => {
    if (booking.organisation_id !== null && booking.organisation_id !== organisationId)
      return refused("of-another");
    const member = await inside.db
      .selectFrom("memberships")
      .select("user_id")
      .where("organisation_id", "=", organisationId)
      .where("email_key", "=", booking.referrer_email_key)
      .where("state", "=", "active")
      .executeTakeFirst();
    const set = { organisation_id: organisationId, booked_by: booking.booked_by ?? member?.user_id ?? null };
    await updateBooking(inside.db, inside, booking, set);
    await recordAudit(inside, by, "booking.linked", ["booking", booking.id]);
    return DONE;
  });
}

/** Nothing of an agreement is left on a booking of nobody's; its lines keep their prices. */
const OF_NOBODY = {
  organisation_id: null,
  booked_by: null,
  is_closed_matter: 0,
  agreement_id: null,
  days_to_pay: USUAL_DAYS_TO_PAY,
  promise_hours: null,
  report_days: null,
  is_on_account: 0,
  needs_po: 0,
  over_cap_since: null,
} as const;

/** Takes a booking out of the organisation. An invoice that was made under its agreement is credited first: it says the
 * agreed days to pay. */
async function unlinkFromOrganisation({ deps, by, organisationId }: Posted, typed: string) {
  const found = await findBookingByReference(deps.db, typed);
  if (found?.organisation_id !== organisationId) return refused("not-theirs");
  return changeBooking(deps, { bookingId: found.id, by }, async (inside, booking) => {
    const invoice = booking.agreement_id === null ? null : await findInvoice(inside, booking.id);
    if (invoice && standingPence(invoice) > 0) return refused("invoiced");
    await updateBooking(inside.db, inside, booking, OF_NOBODY);
    await inside.db.deleteFrom("booking_members").where("booking_id", "=", booking.id).execute();
    await recordAudit(inside, by, "booking.unlinked", ["booking", booking.id]);
    return DONE;
  });
}

/** For an organisation of which nobody is left who may open the matter. */
async function openMatter({ deps, by, organisationId }: Posted, typed: string) {
  const found = await findBookingByReference(deps.db, typed);
  if (found?.organisation_id !== organisationId) return refused("not-theirs");
  return changeBooking(deps, { bookingId: found.id, by }, async (inside, booking) => {
    if (booking.is_closed_matter === 0) return refused("not-closed");
    await updateBooking(inside.db, inside, booking, { is_closed_matter: 0 });
    await recordAudit(inside, by, "booking.matter-opened", ["booking", booking.id]);
    return DONE;
  });
}

const asked = ({ organisationId, by }: Posted, { version }: { version: number }) => ({
  organisationId,
  version,
  by,
});

const justVersion = fieldsOf({ version });

/** Answers staff's page of one organisation. */
export const answerOrganisation = answerForms(
  {
    details: form({
      ...fieldsOf({ ...organisationNamed, ...details, version }),
      button: "Save",
      change: (posted, { version, ...edit }) =>
        editOrganisation(posted.deps, asked(posted, { version }), edit),
      said: "Saved.",
    }),
    invite: form(invite),
    appoint: form({
      ...fieldsOf({ membershipId: hiddenField, version }),
      button: "Appoint as Owner",
      change: (posted, { membershipId, version }) =>
        appointOwner(posted.deps, { ...asked(posted, { version }), membershipId }),
      said: "They are an Owner now.",
    }),
    link: form({
      ...fieldsOf({ reference: reference(LINKED) }),
      opensBy: "Link a booking",
      button: "Link this booking",
      change: (posted, value) => linkBooking(posted, value.reference),
      said: "The booking is linked. Its members see it as far as their role lets them.",
    }),
    unlink: form({
      ...fieldsOf({ reference: reference(UNLINKED) }),
      opensBy: "Take a booking out",
      button: "Take it out of the organisation",
      look: "danger",
      change: (posted, value) => unlinkFromOrganisation(posted, value.reference),
      said: "The booking is no longer the organisation’s.",
    }),
    openMatter: form({
      ...fieldsOf({ reference: reference(CLOSED_MATTER) }),
      opensBy: "Open a closed matter",
      button: "Open it to the team",
      look: "quiet",
      change: (posted, value) => openMatter(posted, value.reference),
      said: "The matter is closed no longer.",
    }),
    close: form({
      ...justVersion,
      button: "Close the organisation",
      look: "danger",
      change: (posted, value) => closeOrganisation(posted.deps, asked(posted, value)),
      said: "The organisation is closed. Its bookings go on.",
    }),
    reopen: form({
      ...justVersion,
      button: "Open it again",
      look: "quiet",
      change: (posted, value) => reopenOrganisation(posted.deps, asked(posted, value)),
      said: "The organisation is open again.",
    }),
  },
  {
    isRaw: true,
    also: { created: "The organisation is made. Invite its first Owner below." },
    words: {
      ...MEMBER_WORDS,
      erased: atField("reference", KEPT_WORDS.erased),
      restricted: atField("reference", KEPT_WORDS.restricted),
      "changed-since": changedSince("Somebody else changed this organisation"),
      "no-booking": atField("reference", "There is no booking with this reference."),
      "of-another": atField("reference", "This booking is another organisation’s. Take it out there first."),
      invoiced: atField(
        "reference",
        "An invoice is out with the terms of the agreement. Credit it first, then take the booking out.",
      ),
      "not-closed": atField("reference", "This booking is no closed matter."),
      "not-theirs": atField("reference", "This is no booking of the organisation."),
    },
  },
);
