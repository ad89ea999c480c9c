import type { Page } from "@playwright/test";
import { SECTIONS } from "#app/features/referral/sections/sections.ts";
import { saveSections } from "#app/features/referral/save-sections.server.ts";
import { issueToken } from "#app/features/accounts/password/account-tokens.server.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { bookingLinks } from "#app/features/mail/mail-links.server.ts";
import { mailSite } from "#app/features/mail/mail-input.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import type { beginDraft } from "#tests/setup/drafts.ts";
import { drawGallery } from "../gallery.ts";
import { PASSWORD, type Role, type Stage } from "./stage.ts";

export type Screen = {
  name: string;
  /** Empty for the draft's own step. */
  path: string;
  as?: Role;
  draft?: Parameters<typeof beginDraft>[2];
  /** Draws the screen on an empty database. */
  isFirstDay?: boolean;
  /** The disk is full while `act` goes on. */
  isDiskFull?: boolean;
  /** A table that is away while the page is opened: a fault of ours. */
  fault?: string;
  /** The answer to what `act` sends never comes. Told apart with scripts only. */
  isBusy?: boolean;
  needsScripts?: boolean;
  /** A document of the gallery, which the built product does not have. */
  html?: string;
  /** Actions before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
};

const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

/** Found however many users the pictures have made. */
const COLLEAGUE = "/admin/users?search=coordinator%40example.org";

const staff = (name: string, path: string, act?: Screen["act"]): Screen => ({
  name: `staff-${name}`,
  path,
  as: "administrator",
  ...(act ? { act } : {}),
});

const WIZARD: Screen[] = [
  { name: "start", path: "/" },
  { name: "start-refused", path: "/", act: press("Continue") },
  {
    name: "start-busy",
    path: "/",
    isBusy: true,
    act: async (page) => {
      for (const [name, typed] of [
        ["referrerFirstName", "Joanna"],
        ["referrerLastName", "Reeve"],
        ["referrerEmail", "joanna@example.org"],
        ["referrerPhone", "07700 900123"],
      ] as const)
        await page.locator(`[name=${name}]`).fill(typed);
      await page.locator("[name=referrerRelationship]").selectOption("Daughter");
      await press("Continue")(page);
    },
  },
  {
    name: "start-disk-full",
    path: "/",
    isDiskFull: true,
    act: async (page) => {
      await page.getByLabel("First name").fill("Joanna");
      await press("Continue")(page);
    },
  },
  { name: "start-unfinished", path: "/", draft: "location" },
  { name: "draft-expired", path: "/booking/steps/location?draft=0000", draft: "location" },
  { name: "draft-without-cookie", path: "/booking/steps/location?draft=0000" },
  { name: "start-preselected", path: "/booking?assessments=capacity-will,capacity-gift" },
  { name: "step-1", path: "", draft: "referrer" },
  {
    name: "step-1-professional",
    path: "",
    draft: "referrer",
    act: (page) => page.locator("[name=referrerRelationship]").selectOption("Other Professional"),
  },
  {
    name: "step-1-country",
    path: "",
    draft: "referrer",
    needsScripts: true,
    act: async (page) => {
      await press("Search countries")(page);
      await page.waitForTimeout(400);
    },
  },
  { name: "step-2", path: "", draft: "assessments" },
  {
    name: "step-2-other",
    path: "",
    draft: "assessments",
    act: (page) => page.locator('[value="Other"]').check(),
  },
  {
    name: "step-2-virtual",
    path: "",
    draft: "assessments",
    act: (page) => page.getByText("Virtual", { exact: true }).click(),
  },
  {
    name: "step-2-more",
    path: "",
    draft: "assessments",
    act: async (page) => {
      await page.locator(".choice .choice-more, .choice summary").first().click();
      await page.waitForTimeout(400);
    },
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
  { name: "step-3", path: "", draft: "location" },
  {
    name: "step-3-refused",
    path: "",
    draft: "location",
    act: async (page) => {
      await page.locator('[name="assessmentLocation"]').fill("");
      const next = page.getByRole("button", { name: "Continue", exact: true });
      if (await next.isEnabled()) await next.click();
    },
  },
  { name: "step-4", path: "", draft: "scheduling" },
  {
    name: "step-4-chosen",
    path: "",
    draft: "scheduling",
    act: (page) => page.locator(".calendar input:enabled").nth(4).check({ force: true }),
  },
  {
    name: "step-4-refused",
    path: "",
    draft: "scheduling",
    act: async (page) => {
      for (const [part, typed] of [
        ["Day", "31"],
        ["Month", "2"],
        ["Year", "2027"],
      ] as const)
        await page.getByLabel(part, { exact: true }).fill(typed);
      await press("Continue")(page);
    },
  },
  { name: "step-5", path: "", draft: "confirmation" },
  { name: "step-5-busy", path: "", draft: "confirmation", isBusy: true, act: press("Confirm Booking") },
  {
    name: "step-5-refused",
    path: "",
    draft: "confirmation",
    act: async (page) => {
      await page.locator('[name="clientDob-day"]').fill("99");
      await press("Confirm Booking")(page);
    },
  },
  {
    name: "step-5-booked",
    path: "",
    draft: "confirmation",
    act: async (page) => {
      page.context().on("page", (opened) => void opened.close());
      await press("Confirm Booking")(page);
      await page.waitForURL("**/booking/submitted/**");
    },
  },
  { name: "paper-form", path: "/booking?print=true" },
];

const INFORMATION: Screen[] = [
  { name: "finder", path: "/which-assessment" },
  { name: "finder-result", path: "/which-assessment/result?decision=buy&lives=wales&deadline=none" },
  { name: "finder-no-result", path: "/which-assessment/result" },
  { name: "lost-link", path: "/lost-link" },
  { name: "lost-link-refused", path: "/lost-link", act: press("Send the link") },
  {
    name: "lost-link-sent",
    path: "/lost-link",
    act: async (page) => {
      await page.getByRole("main").getByRole("textbox").first().fill("joanna@example.org");
      await press("Send the link")(page);
      await page.waitForTimeout(300);
    },
  },
  { name: "privacy", path: "/privacy" },
  { name: "terms", path: "/terms" },
  { name: "accessibility", path: "/accessibility" },
  { name: "complaints", path: "/complaints" },
  { name: "complaints-refused", path: "/complaints", act: press("Send complaint") },
  {
    name: "complaints-too-long",
    path: "/complaints",
    act: async (page) => {
      await page.getByLabel("Your name").fill("Joanna Reeve");
      await page.getByLabel("Your email address").fill("joanna@example.org");
      await page.getByLabel(/What went wrong/).fill("It went astray. ".repeat(5_000));
      await press("Send complaint")(page);
      await page.waitForTimeout(500);
    },
  },
  { name: "right-to-cancel", path: "/right-to-cancel" },
  { name: "complaint-received", path: "/complaints/received?reference=DPC-7K4Q-2XPD" },
  { name: "api-docs", path: "/api/docs" },
  { name: "not-found", path: "/nowhere" },
  { name: "bad-address", path: "/%ff" },
];

function bookingPages({ of, token, everything, app }: Stage): Screen[] {
  const { pending: open, confirmed } = of;
  const view = (booking: BookingRow) => `/booking/${booking.id}?token=${token(booking)}`;
  return [
    { name: "thank-you", path: `/thankyou?bookingId=${open.id}&token=${token(open)}` },
    { name: "booking-view", path: view(open) },
    ...["another-date", "cancel", "contact-details", "billing", "book-again", "early-start"].map((own) => ({
      name: `booking-${own}`,
      path: view(open).replace("?", `/${own}?`),
    })),
    { name: "booking-view-completed", path: view(of.completed) },
    { name: "booking-view-cancelled", path: view(of.cancelled) },
    { name: "booking-view-many", path: view(everything) },
    { name: "booking-submitted", path: `/booking/submitted/${open.id}?token=${token(open)}` },
    { name: "booking-confirmation", path: `/booking/confirmation/${confirmed.id}?token=${token(confirmed)}` },
    { name: "booking-register", path: `/booking/register/${open.id}?token=${token(open)}` },
    {
      name: "booking-register-refused",
      path: `/booking/register/${open.id}?token=${token(open)}`,
      act: async (page) => {
        await page.getByLabel("Password", { exact: true }).fill("short");
        const create = page.getByRole("button", { name: "Create Account" });
        if (await create.isEnabled()) await create.click();
      },
    },
    { name: "booking-wrong-link", path: `/booking/${open.id}?token=wrong` },
    { name: "booking-not-found", path: "/booking/nothing" },
    { name: "booking-without-id", path: "/booking/submitted" },
    { name: "referral-without-id", path: "/referral-form" },
    { name: "booking-fault", path: view(open), fault: "booking_lines" },
    { name: "unsubscribe", path: bookingLinks(app.deps, open).unsubscribe.slice(app.origin.length) },
    {
      name: "unsubscribe-done",
      path: bookingLinks(app.deps, confirmed).unsubscribe.slice(app.origin.length),
      act: async (page) => {
        const stop = page.getByRole("button", { name: "Stop reminders" });
        if ((await stop.count()) > 0) await stop.click();
        await page.waitForTimeout(300);
      },
    },
    { name: "unsubscribe-wrong-link", path: `/mail/unsubscribe/${open.id}?token=wrong` },
  ];
}

function referral({ app, everything, submitted, token }: Stage): Screen[] {
  const form = `/referral-form/${everything.id}`;
  const query = `?token=${token(everything)}`;
  return [
    ...Object.values(SECTIONS).map(({ slug }): Screen => ({
      name: `referral-${slug}`,
      path: `${form}/${slug}${query}`,
    })),
    { name: "referral-documents", path: `${form}/documents${query}` },
    { name: "referral-start", path: `${form}${query}` },
    { name: "referral-legal", path: `${form}/legal-information${query}` },
    {
      name: "referral-busy",
      path: `${form}/gift${query}`,
      isBusy: true,
      act: async (page) => {
        await page.locator("[name=situationSummary]").fill("Two sons");
        await press("Save")(page);
      },
    },
    {
      name: "referral-conflict",
      path: `${form}/gift${query}`,
      act: async (page) => {
        await saveSections(app.deps, {
          booking: everything,
          sections: { gift: { answers: { situationSummary: `One daughter ${Math.random()}` } } },
          actor: { kind: "visitor", id: null },
          requestId: null,
        });
        await page.locator("[name=situationSummary]").fill("Two sons");
        await press("Save")(page);
        await page.locator("#conflict").waitFor();
      },
    },
    {
      name: "referral-refused",
      path: `${form}/legal-information${query}`,
      act: press("Submit Referral Forms"),
    },
    {
      name: "referral-submitted",
      path: `/referral-form/${submitted.id}/legal-information?token=${token(submitted)}`,
    },
    {
      name: "referral-submitted-section",
      path: `/referral-form/${submitted.id}/personal-details?token=${token(submitted)}`,
    },
    { name: "referral-cop3", path: `/referral-form/${submitted.id}/cop3?token=${token(submitted)}` },
    { name: "referral-print", path: `/referral-form/${submitted.id}/print?token=${token(submitted)}` },
  ];
}

function staffPages({ app, of, everything, restricted, mailId, complaintId }: Stage): Screen[] {
  const { pending: open, confirmed, completed, cancelled } = of;
  const booking = (row: BookingRow) => `/admin/bookings/${row.id}`;
  const choose =
    (status: string, button = "Update status") =>
    async (page: Page) => {
      await page.getByLabel("Change status to").selectOption(status);
      await press(button)(page);
    };
  const lookUp = async (page: Page) => {
    await page.getByLabel("Email address or booking reference").fill(open.reference);
    await press("Look up")(page);
    await page.getByRole("region", { name: "Erasure" }).waitFor();
  };
  const toUser = (then: string) => async (page: Page) => {
    await page.getByRole("link", { name: "coordinator@example.org" }).click();
    await page.getByRole("link", { name: then }).click();
    await page.waitForTimeout(300);
  };
  return [
    ...["dashboard", "setup", "outbox", "privacy"].map((page): Screen => ({
      ...staff(`first-day-${page}`, `/admin/${page}`),
      isFirstDay: true,
    })),
    staff("dashboard", "/admin/dashboard"),
    staff("dashboard-empty", "/admin/dashboard?search=nobody"),
    staff("dashboard-found", "/admin/dashboard?search=a&status=confirmed"),
    staff("documents", `${booking(confirmed)}/documents`),
    staff("report", `${booking(confirmed)}/report`),
    staff("not-found", "/admin/bookings/nothing"),
    { ...staff("forbidden", "/admin/users"), as: "coordinator" },
    { ...staff("fault", booking(open)), fault: "booking_lines" },
    staff("new-booking", "/admin/bookings/new"),
    staff("new-booking-refused", "/admin/bookings/new", press("Make the booking")),
    staff("booking", booking(open)),
    staff("booking-confirmed", booking(confirmed)),
    staff("booking-completed", booking(completed)),
    staff("booking-cancelled", booking(cancelled)),
    staff("booking-restricted", booking(restricted)),
    staff("booking-refused", booking(open), press("Update status")),
    staff("booking-asks", booking(everything), choose("confirmed")),
    { ...staff("booking-busy", booking(open), press("Log contact")), isBusy: true },
    staff("booking-edit", `${booking(open)}/edit`),
    staff("booking-edit-refused", `${booking(open)}/edit`, async (page) => {
      await page.getByLabel("Referrer's email").fill("nobody");
      await press("Save changes")(page);
    }),
    staff("booking-edit-conflict", `${booking(everything)}/edit`, async (page) => {
      await page.getByLabel("Location").fill("Hull");
      const { db } = app.deps;
      const before = await db
        .selectFrom("bookings")
        .selectAll()
        .where("id", "=", everything.id)
        .executeTakeFirstOrThrow();
      await updateBooking(db, app.deps, before, { assessment_location: "York" });
      await press("Save changes")(page);
      await page.waitForTimeout(400);
    }),
    staff("booking-edit-client", `${booking(open)}/edit/client`),
    staff("booking-edit-assessments", `${booking(open)}/edit/assessments`),
    staff("booking-edit-billing", `${booking(open)}/edit/billing`),
    staff("booking-concern", `${booking(open)}/concern`),
    staff("booking-cancel", `${booking(open)}/cancel`),
    staff("statistics", "/admin/statistics"),
    staff("send-booking", "/admin/send-booking"),
    staff("send-booking-link", "/admin/send-booking?assessments=property-finance,capacity-will"),
    staff("users", "/admin/users"),
    staff("user", COLLEAGUE, async (page) => {
      await page.getByRole("link", { name: "coordinator@example.org" }).click();
      await heading(page, /./);
      await page.waitForTimeout(300);
    }),
    staff("user-deactivate", COLLEAGUE, toUser("Deactivate")),
    staff("users-new", "/admin/users/new"),
    staff("users-new-refused", "/admin/users/new", press("Create User")),
    staff("users-found-nobody", "/admin/users?search=nobody-at-all"),
    staff("outbox", "/admin/outbox"),
    staff("outbox-problems", "/admin/outbox?show=problems"),
    staff("outbox-mail", `/admin/outbox/${mailId}`),
    staff("privacy", "/admin/privacy"),
    staff("privacy-case", "/admin/privacy", lookUp),
    staff("privacy-report", "/admin/privacy", async (page) => {
      await lookUp(page);
      await page.getByRole("link", { name: "Readable export", exact: true }).click();
      await page.waitForURL("**/report");
      await page.waitForTimeout(300);
    }),
    staff("privacy-complaint", `/admin/privacy/complaints/${complaintId}`),
    staff("security", "/admin/security"),
    staff("security-password", "/admin/security/password"),
    staff("security-two-factor", "/admin/security/two-factor"),
    staff("security-two-factor-begun", "/admin/security/two-factor", async (page) => {
      await press("Set up two-factor authentication")(page);
      await page.getByRole("img", { name: /QR code/ }).waitFor();
    }),
    staff("setup", "/admin/setup"),
    staff("settings", "/admin/settings"),
    ...[
      "company",
      "logo",
      "prices",
      "assessments",
      "rules",
      "mails",
      "checks",
      "status",
      "retention",
      "switches",
    ].map((page) => staff(`settings-${page}`, `/admin/settings/${page}`)),
    staff("settings-mail", "/admin/settings/mails/booking-confirmation"),
    staff("settings-mail-preview", "/admin/settings/mails/booking-confirmation", async (page) => {
      await press("Preview")(page);
      await page.waitForTimeout(500);
    }),
    staff("settings-refused", "/admin/settings/company", async (page) => {
      await page.getByLabel("Accent colour").fill("#ffcc00");
      await press("Save")(page);
    }),
  ];
}

function visitPages({
  of,
  upcoming,
  visited,
  withVisit,
  token,
  inReviewId,
  reportLink,
  app,
}: Stage): Screen[] {
  const agreed = `/admin/bookings/${upcoming.booking_id}/visit`;
  const assessor = (name: string, path: string, act?: Screen["act"]): Screen => ({
    ...staff(name, path, act),
    name: `assessor-${name}`,
    as: "assessor",
  });
  const own = `/assessor/visits/${upcoming.id}`;
  return [
    staff("calendar", "/admin/calendar"),
    staff("calendar-feed", "/admin/security/calendar"),
    staff("calendar-month", "/admin/calendar?view=month"),
    staff("visit-agree", `/admin/bookings/${of.pending.id}/visit`),
    staff("visit-agree-refused", `/admin/bookings/${of.pending.id}/visit`, press("Agree the visit")),
    staff("visit-move", `${agreed}/move`),
    staff("visit-reassign", `${agreed}/reassign`),
    staff("visit-cancel", `${agreed}/cancel`),
    staff("visit-not-held", `${agreed}/not-held`),
    staff("visit-booking", `/admin/bookings/${upcoming.booking_id}`),
    staff("visit-visited", `/admin/bookings/${visited.booking_id}`),
    staff("visit-letter", `/admin/visits/${upcoming.id}/letter`),
    staff("visit-waiting", `/admin/visits/${upcoming.id}/waiting?start=08:00`),
    staff("reports", "/admin/reports"),
    staff("reports-late", "/admin/reports?show=late"),
    staff("visit-report-review", `/admin/bookings/${inReviewId}/report`),
    staff("visit-concerns", `/admin/bookings/${upcoming.booking_id}/concerns`),
    staff("assessors", "/admin/assessors"),
    staff("assessor", `/admin/assessors/${upcoming.assessor_id}`),
    staff("assessor-hand-over", `/admin/assessors/${upcoming.assessor_id}/hand-over`),
    assessor("home", "/assessor"),
    assessor("visit", own),
    assessor("visit-visited", `/assessor/visits/${visited.id}`),
    assessor("visit-outcome-recorded", `/assessor/visits/${visited.id}/outcome`),
    assessor("visit-outcome-refused", `/assessor/visits/${visited.id}/outcome`, press("Correct outcome")),
    assessor("visit-unknown", "/assessor/visits/nothing"),
    ...["documents", "letter", "outcome", "pack", "referral", "report", "concern"].map((page) =>
      assessor(`visit-${page}`, `${own}/${page}`),
    ),
    assessor("visit-report-refused", `${own}/report`, press("Send for review")),
    ...["calendar", "hours", "profile", "account", "account/password", "account/two-factor"].map((page) =>
      assessor(page.replace("/", "-"), `/assessor/${page}`),
    ),
    { name: "report-recipient", path: reportLink.slice(app.origin.length) },
    { name: "report-recipient-wrong-link", path: `${reportLink.slice(app.origin.length)}x` },
    { name: "booking-view-visit", path: `/booking/${withVisit.id}?token=${token(withVisit)}` },
    { name: "booking-letter", path: `/booking/${withVisit.id}/letter?token=${token(withVisit)}` },
  ];
}

function signInPages({ app, makeUser }: Stage): Screen[] {
  const signIn = (user: Partial<UserRow>) => async (page: Page) => {
    const { email } = await makeUser(user);
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await press("Login")(page);
  };
  const coordinator = { role_id: "coordinator" };
  const temporary = { ...coordinator, is_password_temporary: 1 } as const;
  const toCode = async (page: Page, user: Partial<UserRow>) => {
    await signIn(user)(page);
    await page.getByRole("button", { name: "Verify Code" }).waitFor();
  };
  const toConfirmation = async (page: Page, token: string | null) => {
    const { id, email } = await makeUser({ email_confirmed_at: null, first_name: "Joanna" });
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await press("Login")(page);
    await page.waitForURL("**/customer/dashboard");
    const live = await issueToken(app.deps.db, app.deps, id, "confirm-email", 60);
    await page.goto(`${app.origin}/customer/verify-email?token=${token ?? live}`);
    await page.waitForTimeout(500);
  };
  const askForReset = async (page: Page) => {
    await page.getByRole("main").getByRole("textbox").first().fill("joanna@example.org");
    await press("Send reset link")(page);
    await page.waitForTimeout(300);
  };
  return [
    { name: "staff-login", path: "/admin/login" },
    { name: "staff-login-refused", path: "/admin/login", act: press("Login") },
    { name: "staff-login-code", path: "/admin/login", act: (page) => toCode(page, temporary) },
    {
      name: "staff-login-code-refused",
      path: "/admin/login",
      act: async (page) => {
        await toCode(page, temporary);
        await page.getByRole("main").getByRole("textbox").first().fill("000000");
        await press("Verify Code")(page);
      },
    },
    {
      name: "staff-create-password",
      path: "/admin/login",
      act: async (page) => {
        const codes = async () =>
          (await app.mails()).flatMap(({ text }) => /\b\d{6}\b/.exec(text ?? "")?.[0] ?? []);
        const known = (await codes()).length;
        await toCode(page, temporary);
        while ((await codes()).length === known) await page.waitForTimeout(100);
        await page
          .getByRole("main")
          .getByRole("textbox")
          .first()
          .fill((await codes()).at(-1)!);
        await press("Verify Code")(page);
        await page.getByRole("button", { name: "Create Password" }).waitFor();
      },
    },
    {
      name: "staff-login-two-factor",
      path: "/admin/login",
      act: async (page) => {
        await signIn({
          ...coordinator,
          totp_enabled_at: "2026-01-01T00:00:00.000Z",
          totp_secret_sealed: "none",
        })(page);
        await page.getByRole("button", { name: "Verify", exact: true }).waitFor();
      },
    },
    { name: "staff-reset", path: "/admin/login/reset" },
    { name: "staff-reset-sent", path: "/admin/login/reset", act: askForReset },
    { name: "staff-reset-expired", path: "/admin/login/reset/password?token=old" },
    {
      name: "staff-reset-password",
      path: "/admin/login",
      act: async (page) => {
        const { id } = await makeUser(coordinator);
        const token = await issueToken(app.deps.db, app.deps, id, "password-reset", 60);
        await page.goto(`${app.origin}/admin/login/reset/password?token=${token}`);
        await page.waitForTimeout(500);
      },
    },
    { name: "staff-signed-out", path: "/admin/dashboard" },
    { name: "customer-login", path: "/customer/login" },
    { name: "customer-login-refused", path: "/customer/login", act: press("Login") },
    { name: "customer-reset", path: "/customer/login/reset" },
    { name: "customer-reset-expired", path: "/customer/login/reset/password?token=old" },
    { name: "customer-dashboard", path: "/customer/dashboard", as: "referrer" },
    { name: "customer-dashboard-empty", path: "/customer/dashboard", as: "customer" },
    { name: "customer-account", path: "/customer/account", as: "customer" },
    { name: "customer-password", path: "/customer/account/password", as: "customer" },
    { name: "customer-forbidden", path: "/admin/dashboard", as: "customer" },
    { name: "verify-email-confirmed", path: "/customer/verify-email?token=old", as: "customer" },
    { name: "verify-email", path: "/customer/login", act: (page) => toConfirmation(page, null) },
    { name: "verify-email-expired", path: "/customer/login", act: (page) => toConfirmation(page, "old") },
  ];
}

/** Every screen of the product and its states, and the gallery. */
export async function listScreens(stage: Stage): Promise<Screen[]> {
  const drawn = await drawGallery(mailSite(stage.app.deps));
  return [
    ...WIZARD,
    ...bookingPages(stage),
    ...referral(stage),
    ...signInPages(stage),
    ...staffPages(stage),
    ...visitPages(stage),
    ...INFORMATION,
    ...[...drawn].map(([path, html]) => ({ name: path.slice(1).replace("/", "-"), path, html })),
  ];
}
