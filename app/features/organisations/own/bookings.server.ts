import { sql, type ExpressionBuilder } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import type { SignedInUser } from "#app/features/accounts/session/principal.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { isOpenTo, isOwnOf, type Membership } from "#app/features/organisations/record/membership.server.ts";
import { ROLES } from "#app/features/organisations/record/roles.ts";
import { addWorkingDays } from "#app/features/booking/fields/working-days.server.ts";
import { isAt, readMoment, type Moment } from "#app/features/stage/facts.server.ts";
import { readStages } from "#app/features/stage/read-stages.server.ts";
import { bookingDays } from "#app/features/visits/record/booking-days.server.ts";
import { csvFile, linesInPieces } from "#app/kit/csv.server.ts";
import { inPages, MAX_PIECE, pageOfQuery } from "#app/kit/pieces.server.ts";
import { addDays, formatInstantDay, formatShortDate, londonDate } from "#app/platform/dates.ts";
import type { Tables } from "#app/platform/tables.ts";
import type { ListColumn } from "#app/ui/list.tsx";
import { stepOf, STEPS, type ListView } from "./list-view.ts";

export type Reader = { user: SignedInUser<"customer">; member: Membership };

type Builder = ExpressionBuilder<Tables, "bookings">;

/** Bookings of which whoever asks reads more than reference, stage and amount: all, except closed matters that they may
 * not open. */
export const isNamedFor = (deps: Deps, user: Reader["user"]) => (eb: Builder) =>
  eb.or([eb("bookings.is_closed_matter", "=", 0), isOpenTo(deps, user)(eb)]);

/** Bookings of the organisation of which a member sees that they are there, narrowed as the list is. Search and filters
 * find only by what the member reads. */
async function listed(deps: Deps, { user, member }: Reader, view: ListView, moment: Moment) {
  const rights = ROLES[member.role];
  const isOpen = isOpenTo(deps, user);
  const isNamed = isNamedFor(deps, user);
  const overdue = view.due === "report" ? await latestVisits(deps, member, moment) : [];
  const query = deps.db
    .selectFrom("bookings")
    .select(["bookings.id", "bookings.reference", "bookings.status", "bookings.preferred_date"])
    .select(["bookings.matter_reference", "bookings.po_number", "bookings.total_pence"])
    .select(["bookings.client_first_name", "bookings.client_last_name", "bookings.referrer_email_key"])
    .select(["bookings.booked_by", "bookings.is_closed_matter", "bookings.created_at"])
    .select((eb) => [
      eb.case().when(isOpen(eb)).then(1).else(0).end().as("may_open"),
      eb.case().when(isNamed(eb)).then(1).else(0).end().as("is_named"),
    ])
    .where("bookings.organisation_id", "=", member.organisationId)
    .$if(!rights.seesAll, (query) => query.where(isOpen))
    .$if(view.search !== "", (query) => {
      const pattern = `%${view.search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
      const has = (column: "reference" | "matter_reference" | "po_number") =>
        sql<boolean>`lower(coalesce(${sql.ref(`bookings.${column}`)}, '')) like ${pattern} escape '\\'`;
      return query.where((eb) =>
        eb.or([has("reference"), eb.and([isNamed(eb), eb.or([has("po_number"), has("matter_reference")])])]),
      );
    })
    .$if(view.step !== null, (query) =>
      query.where((eb) => eb.or(STEPS[view.step!].stages.map((stage) => isAt(eb, moment, stage)))),
    )
    .$if(view.whose !== null, (query) =>
      view.whose === "mine"
        ? query.where((eb) => isOwnOf(eb, user))
        : query.where(isNamed).where("bookings.booked_by", "=", view.whose),
    )
    .$if(view.due !== null, (query) =>
      query.where(isNamed).where((eb) => {
        const visits = eb
          .selectFrom("visits")
          .select("visits.id")
          .whereRef("visits.booking_id", "=", "bookings.id")
          .where("visits.ended_as", "is", null);
        if (view.due === "visit")
          return eb.exists(
            visits
              .where("visits.day", ">=", moment.today)
              .where("visits.day", "<=", addDays(moment.today, 7)),
          );
        return eb.and([
          eb.or(
            overdue.map(({ days, latest }) =>
              eb.and([
                eb("bookings.report_days", days === null ? "is" : "=", days),
                eb.exists(visits.where("visits.day", "<", latest)),
              ]),
            ),
          ),
          eb.or(STEPS.reporting.stages.map((stage) => isAt(eb, moment, stage))),
        ]);
      }),
    );
  return { query };
}

/** Before which day a visit was whose report is overdue today, for each number of working days that was agreed. */
async function latestVisits(deps: Deps, { organisationId }: Membership, { today }: Moment) {
  const { reportDays } = deps.settings.current().documents;
  const agreed = await deps.db
    .selectFrom("bookings")
    .select("report_days as days")
    .distinct()
    .where("organisation_id", "=", organisationId)
    .execute();
  return agreed.map(({ days }) => ({ days, latest: addWorkingDays(today, -(days ?? reportDays)) }));
}

type Query = Awaited<ReturnType<typeof listed>>["query"];
type Row = Awaited<ReturnType<Query["execute"]>>[number];

/** The rows as this member may read them. */
async function shown(deps: Deps, { member }: Reader, rows: Row[], moment: Moment) {
  const rights = ROLES[member.role];
  const ids = rows.map(({ id }) => id);
  const stages = await readStages(deps, ids, moment);
  const days = await bookingDays(deps, rows);
  const bookers = rows.map(({ booked_by }) => booked_by);
  const names = await findUserNames(deps, bookers);
  return rows.map((row) => {
    const { stage, dueOn } = stages.get(row.id)!;
    const isNamed = row.is_named === 1;
    const client = [row.client_first_name, row.client_last_name].filter(Boolean).join(" ");
    const isDue = isNamed && stepOf(stage) === "reporting";
    const isErased = row.referrer_email_key === "";
    return {
      id: row.id,
      reference: row.reference,
      isClosedMatter: row.is_closed_matter === 1,
      isNamed,
      mayOpen: row.may_open === 1,
      client: rights.seesNames && isNamed ? (isErased ? "Erased" : client || "Not named yet") : null,
      matter: isNamed ? row.matter_reference : null,
      poNumber: isNamed ? row.po_number : null,
      step: stepOf(stage),
      day: (isNamed && days.get(row.id)) || null,
      bookedAt: row.created_at,
      dueOn: isDue ? dueOn : null,
      isLate: isDue && dueOn !== null && dueOn < moment.today,
      pence: rights.seesMoney ? row.total_pence : null,
      bookedBy:
        isNamed && row.booked_by && rights.seesNames ? (names.get(row.booked_by) ?? "Former member") : null,
    };
  });
}

export type OrganisationBooking = Awaited<ReturnType<typeof shown>>[number];

const newestFirst = (query: Query) =>
  query.orderBy("bookings.created_at", "desc").orderBy("bookings.id", "desc");

/** A page of the bookings of an organisation, newest first, as one of its members may read them. */
export async function readOrganisationBookings(deps: Deps, reader: Reader, view: ListView, url: URL) {
  const moment = await readMoment(deps);
  const { query } = await listed(deps, reader, view, moment);
  const { rows, at } = await pageOfQuery(newestFirst(query), url);
  return { at, bookings: await shown(deps, reader, rows, moment) };
}

const DAY_WORDS = { visit: "Visit", confirmed: "Confirmed", wish: "Wish" } as const;

/** Columns of the CSV that a member’s role lets them read. */
function columnsFor({ member }: Reader): ListColumn<OrganisationBooking>[] {
  const { seesNames, seesMoney } = ROLES[member.role];
  const columns: (ListColumn<OrganisationBooking> | false)[] = [
    { name: "Reference", csv: ({ reference }) => reference },
    { name: "Matter reference", csv: ({ matter, isNamed }) => (isNamed ? matter : "Closed matter") },
    { name: "PO number", csv: ({ poNumber }) => poNumber },
    seesNames && { name: "Client", csv: ({ client }) => client },
    { name: "Stage", csv: ({ step }) => STEPS[step].label },
    { name: "Day", csv: ({ day }) => day && formatShortDate(day.day) },
    { name: "Day is", csv: ({ day }) => day && DAY_WORDS[day.as] },
    { name: "Report due", csv: ({ dueOn }) => dueOn && formatShortDate(dueOn) },
    seesMoney && { name: "Total", pence: ({ pence }) => pence || null },
    seesNames && { name: "Booked by", csv: ({ bookedBy }) => bookedBy },
    { name: "Booked on", csv: ({ bookedAt }) => formatInstantDay(bookedAt) },
  ];
  return columns.filter((column) => column !== false);
}

async function* inFull(deps: Deps, reader: Reader, view: ListView) {
  const moment = await readMoment(deps);
  const { query } = await listed(deps, reader, view, moment);
  const pages = inPages<Row>((last) =>
    newestFirst(query)
      .$if(last !== undefined, (rest) =>
        rest.where(sql<boolean>`(bookings.created_at, bookings.id) < (${last?.created_at}, ${last?.id})`),
      )
      .limit(MAX_PIECE)
      .execute(),
  );
  for await (const rows of pages) yield await shown(deps, reader, [...rows], moment);
}

/** The list as CSV, in pieces. Audited before the first one. */
export async function organisationBookingsFile(
  deps: Deps,
  reader: Reader,
  view: ListView,
  by: ActedByRequest,
) {
  await recordAudit(deps, by, "bookings.exported", ["organisation", reader.member.organisationId]);
  const name = `bookings-${londonDate(deps.clock.now())}.csv`;
  return csvFile(name, linesInPieces(columnsFor(reader), inFull(deps, reader, view)));
}
