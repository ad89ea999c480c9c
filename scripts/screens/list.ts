import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Page } from "@playwright/test";
import routes from "#app/routes.ts";
import { bookingLinks } from "#app/features/mail/mail-links.server.ts";
import { mailSite } from "#app/features/mail/mail-input.server.ts";
import { SECTIONS } from "#app/features/referral/sections/sections.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { beginDraft } from "#tests/setup/drafts.ts";
import { drawGallery } from "../gallery.ts";
import type { Role, Stage } from "./stage.ts";

export type Screen = {
  name: string;
  path: string;
  as?: Role;
  /** Begins a booking and opens this step, in place of `path`. */
  draft?: Parameters<typeof beginDraft>[2];
  /** Draws the screen on an empty database. */
  isFirstDay?: boolean;
  /** A table that is away while the page is opened: a fault of ours. */
  fault?: string;
  /** The answer to what `act` sends never comes. Told apart with scripts only. */
  isBusy?: boolean;
  /** A document of the gallery, which the built product does not have. */
  html?: string;
  /** Actions before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
};

const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

const ROLES: Record<string, Role> = {
  admin: "administrator",
  assessor: "assessor",
  customer: "referrer",
  organisation: "referrer",
};

/** Who sees a page with this address. */
const roleOf = (path: string) => (/\/(login|logout)\b/.test(path) ? {} : { as: ROLES[path.split("/")[1]!] });

/** Pages with states of their own below, and addresses that are no pages. */
const NOT_DRAWN =
  /^\/(api\/|.*\/pay\/(statements\/)?:|reports\/|look-again\/|.*report\/read\/|invoices\/|organisation\/join|admin\/payments\/statement|part\/|booking\/steps|mail\/|.*\/(2fa|otp|password$|file|free|logout))|:file|\.|\*/;

function pathsOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ file, path, children = [] }) => [
    ...(path && file.endsWith(".tsx") ? [`/${path.replace(/^\//, "")}`] : []),
    ...pathsOf(children),
  ]);
}

/** Every page of the site map, about records that have something to show. */
function allPages(stage: Stage): Screen[] {
  const { of, upcoming, token, jobId, caseId, complaintId, roles, asked, organisation } = stage;
  const ids: Record<string, string> = {
    jobId,
    caseId,
    complaintId,
    visitId: upcoming.id,
    assessorId: upcoming.assessor_id,
    step: "personal-details",
    section: "person",
    group: "rules",
    topic: "booking-confirmation",
    ask: "deactivate",
    userId: roles.assessor.id,
    contributionId: asked.id,
    organisationId: organisation.organisationId,
    membershipId: organisation.membershipId,
    listId: organisation.listId,
  };
  return [...new Set(pathsOf(routes as RouteConfigEntry[]))]
    .filter((path) => !NOT_DRAWN.test(path))
    .map((path) => {
      const row = path.includes(":contributionId") ? asked.booking : of.pending;
      const booking = path.includes("/visit") ? upcoming.booking_id : row.id;
      const isOrganisations = path.startsWith("/organisation");
      const href = path.replace(
        /:(\w+)\??/g,
        (_part, name: string) => ids[name] ?? (isOrganisations ? organisation.bookingId : booking),
      );
      const isReferrers = path.includes(":bookingId") && !path.startsWith("/admin") && !isOrganisations;
      return {
        name: path === "/" ? "start" : path.slice(1).replaceAll(/[/:?]+/g, "-"),
        path: isReferrers ? `${href}?token=${token(row)}` : href,
        ...roleOf(path),
      };
    });
}

/** Pages after a button was pressed on what they show at first. */
function refusals({ of, upcoming, visited, everything, token }: Stage): Screen[] {
  const pages: [path: string, button: string][] = [
    ["/", "Continue"],
    ["/lost-link", "Send the link"],
    ["/complaints", "Send complaint"],
    ["/admin/login", "Login"],
    ["/customer/login", "Login"],
    [`/booking/register/${of.pending.id}?token=${token(of.pending)}`, "Create Account"],
    [`/referral-form/${everything.id}/legal-information?token=${token(everything)}`, "Submit Referral Forms"],
    ["/admin/bookings/new", "Make the booking"],
    [`/admin/bookings/${of.pending.id}`, "Update status"],
    [`/admin/bookings/${of.pending.id}/visit`, "Agree the visit"],
    ["/admin/payments", "Record payment"],
    ["/admin/payments/bank-file", "Read file"],
    [`/admin/bookings/${of.confirmed.id}/charges`, "Propose charge"],
    ["/admin/users/new", "Create User"],
    [`/assessor/visits/${visited.id}/outcome`, "Correct outcome"],
    [`/assessor/visits/${visited.id}/expenses`, "Claim miles"],
    [`/assessor/visits/${upcoming.id}/report`, "Send for review"],
    [`/assessor/visits/${visited.id}/exchanges`, "Add"],
  ];
  return pages.map(([path, button]) => ({
    name: `refused-${button.toLowerCase().replaceAll(" ", "-")}-${path.split("/")[1]}`,
    path,
    ...roleOf(path),
    act: press(button),
  }));
}

const WIZARD: Screen[] = [
  { name: "draft-expired", path: "/booking/steps/location?draft=0000" },
  { name: "start-preselected", path: "/booking?assessments=capacity-will,capacity-gift" },
  ...(["referrer", "assessments", "location", "scheduling", "confirmation"] as const).map(
    (draft, index): Screen => ({ name: `step-${index + 1}`, path: "", draft }),
  ),
  {
    name: "step-1-professional",
    path: "",
    draft: "referrer",
    act: (page) => page.locator("[name=referrerRelationship]").selectOption("Other Professional"),
  },
  {
    name: "step-2-virtual",
    path: "",
    draft: "assessments",
    act: (page) => page.getByText("Virtual", { exact: true }).click(),
  },
  {
    name: "step-2-refused",
    path: "",
    draft: "assessments",
    act: async (page) => {
      await page.locator('[name="selectedAssessments"]:checked').uncheck();
      await press("Continue")(page);
    },
  },
  {
    name: "step-4-chosen",
    path: "",
    draft: "scheduling",
    act: (page) => page.locator(".calendar input:enabled").nth(4).check({ force: true }),
  },
  { name: "step-5-busy", path: "", draft: "confirmation", isBusy: true, act: press("Confirm Booking") },
  {
    name: "step-5-refused",
    path: "",
    draft: "confirmation",
    act: async (page) => {
      await page.locator(".is-phone-fold").evaluate((fold: HTMLDetailsElement) => (fold.open = true));
      await page.locator('[name="clientDob-day"]').fill("99");
      await press("Confirm Booking")(page);
    },
  },
  { name: "paper-form", path: "/booking?print=true" },
  { name: "finder-result", path: "/which-assessment/result?decision=buy&lives=wales&deadline=none" },
  { name: "not-found", path: "/nowhere" },
];

function referrersPages({ app, of, everything, token, ...stage }: Stage): Screen[] {
  const view = (booking: BookingRow) => `/booking/${booking.id}?token=${token(booking)}`;
  const form = (booking: BookingRow, page: string) =>
    `/referral-form/${booking.id}/${page}?token=${token(booking)}`;
  const unsubscribe = bookingLinks(app.deps, of.pending).unsubscribe.slice(app.origin.length);
  const report = stage.reportLink.slice(app.origin.length);
  return [
    { name: "booking-completed", path: view(of.completed) },
    { name: "booking-cancelled", path: view(of.cancelled) },
    { name: "booking-many", path: view(everything) },
    { name: "booking-wrong-link", path: `/booking/${stage.upcoming.booking_id}?token=wrong` },
    { name: "booking-fault", path: view(of.pending), fault: "booking_lines" },
    { name: "unsubscribe", path: unsubscribe },
    { name: "look-again", path: stage.lookAgain },
    { name: "report-recipient", path: report },
    { name: "invoice-paid", path: stage.paidInvoice.path },
    { name: "organisation-join", path: stage.organisation.join },
    { name: "part-asked", path: stage.partLink },
    {
      name: "part-wrong-birth",
      path: stage.partLink,
      act: async (page) => {
        await page.getByLabel("Year", { exact: true }).fill("1930");
        await press("Continue")(page);
      },
    },
    { name: "report-wrong-link", path: `${report}x` },
    ...Object.values(SECTIONS).map(({ slug }) => ({
      name: `referral-${slug}`,
      path: form(everything, slug),
    })),
    ...["legal-information", "cop3", "print"].map((page) => ({
      name: `referral-submitted-${page}`,
      path: form(stage.submitted, page),
    })),
    {
      name: "referral-conflict",
      path: form(everything, "gift"),
      act: async (page) => {
        const gift = { answers: { situationSummary: `One daughter ${Math.random()}` } };
        const by = { actor: { kind: "visitor", id: null }, requestId: null } as const;
        await saveSections(app.deps, { booking: everything, sections: { gift }, ...by });
        await page.locator("[name=situationSummary]").fill("Two sons");
        await press("Save")(page);
        await page.locator("#conflict").waitFor();
      },
    },
  ];
}

function staffPages({ app, of, everything, ...stage }: Stage): Screen[] {
  const booking = (row: { id: string }) => `/admin/bookings/${row.id}`;
  const pages: Record<string, string> = {
    "dashboard-empty": "/admin/dashboard?search=nobody",
    "dashboard-found": "/admin/dashboard?search=a&status=confirmed",
    "search-found": "/admin/search?search=a",
    "search-none": "/admin/search?search=nobody",
    "reports-late": "/admin/reports?show=late",
    "calendar-month": "/admin/calendar?view=month",
    "booking-confirmed": booking(of.confirmed),
    "booking-completed": booking(of.completed),
    "booking-cancelled": booking(of.cancelled),
    "booking-restricted": booking(stage.restricted),
    "booking-visit": booking({ id: stage.upcoming.booking_id }),
    "booking-visited": booking({ id: stage.visited.booking_id }),
    "booking-visited-report": `${booking({ id: stage.visited.booking_id })}/report`,
    "booking-report-read": `${booking({ id: stage.toRead.booking_id })}/report/read/${stage.toRead.version}`,
    "pay-statement": `/admin/pay/statements/${stage.statementId}`,
    "payments-statement": `/admin/payments/statement?booking=${stage.paidInvoice.bookingId}`,
    "pay-closed": `/admin/pay?month=${stage.closedMonth}`,
    "booking-invoices-paid": `${booking({ id: stage.paidInvoice.bookingId })}/invoices`,
    "booking-not-found": "/admin/bookings/nothing",
    "outbox-problems": "/admin/outbox?show=problems",
    ...Object.fromEntries(
      ["company", "checks", "status", "retention", "switches"].map((group) => [
        `settings-${group}`,
        `/admin/settings/${group}`,
      ]),
    ),
  };
  return [
    ...Object.entries(pages).map(([name, path]) => ({ name, path: path, ...roleOf(path) })),
    ...["dashboard", "calendar", "statistics", "settings", "setup", "outbox", "privacy"].map((page) => ({
      name: `first-day-${page}`,
      path: `/admin/${page}`,
      ...roleOf("/admin"),
      isFirstDay: true,
    })),
    { name: "forbidden", path: "/admin/users", as: "coordinator" },
    {
      name: "booking-asks",
      path: booking(everything),
      ...roleOf("/admin"),
      act: async (page) => {
        await page.getByLabel("Change status to").selectOption("confirmed");
        await press("Update status")(page);
      },
    },
    {
      name: "booking-edit-conflict",
      path: `${booking(everything)}/edit`,
      ...roleOf("/admin"),
      act: async (page) => {
        await page.getByLabel("Location").fill("Hull");
        const rows = app.deps.db.selectFrom("bookings").selectAll().where("id", "=", everything.id);
        const location = { assessment_location: "York" };
        await updateBooking(app.deps.db, app.deps, await rows.executeTakeFirstOrThrow(), location);
        await press("Save changes")(page);
      },
    },
  ];
}

/** Every page of the product, what it shows in some states, and the gallery. */
export async function listScreens(stage: Stage): Promise<Screen[]> {
  const drawn = await drawGallery(mailSite(stage.app.deps));
  return [
    ...allPages(stage),
    ...refusals(stage),
    ...WIZARD,
    ...referrersPages(stage),
    ...staffPages(stage),
    ...[...drawn].map(([path, html]) => ({ name: path.slice(1).replace("/", "-"), path, html })),
  ];
}
