/**
 * `npm run screens -- FOLDER`: pictures of every screen and its states on the production build, filled with demonstration
 * data, at four widths, in light and dark, with JavaScript and without. Options narrow it down, each a list with commas:
 * `--only=dashboard,step-2 --widths=375,1280 --schemes=light --scripts=on`. Says how far each page's layout shifts, and
 * what axe finds in the gallery.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type BrowserContext, type Page } from "@playwright/test";
import { createDeps } from "#app/deps.server.ts";
import { bookingToken } from "#app/features/booking/guards.server.ts";
import { violationsOf } from "#tests/setup/axe.ts";
import { beginDraft, OPEN_SCHEDULING } from "#tests/setup/drafts.ts";
import { startServer } from "#tests/setup/server-process.ts";
import { signedIn } from "#tests/setup/signed-in.ts";
import { drawGallery } from "./gallery.ts";
import { seedDatabase } from "./seed/seed-database.ts";

const HEIGHTS: Record<string, number> = { 375: 667, 768: 1024, 1280: 800, 1920: 1080 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "" },
    widths: { type: "string", default: Object.keys(HEIGHTS).join() },
    schemes: { type: "string", default: "light,dark" },
    scripts: { type: "string", default: "on,off" },
    pdf: { type: "boolean", default: false },
    window: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
if (!folder) throw new Error("Give the folder for the pictures: npm run screens -- FOLDER");
mkdirSync(folder, { recursive: true });

const app = await startServer();
/** A practice's first day: nobody has booked yet. */
const firstDay = await startServer();
const deps = createDeps(app.deps.env);
await seedDatabase(deps);
const bookings = await deps.db.selectFrom("bookings").selectAll().orderBy("created_at", "desc").execute();
await deps.close();
const open = bookings.find(({ status }) => status === "pending") ?? bookings[0]!;
const confirmed = bookings.find(({ status }) => status === "confirmed") ?? bookings[0]!;
const lines = await app.deps.db.selectFrom("booking_lines").select(["booking_id", "assessment_id"]).execute();
const withGift =
  bookings.find(({ id }) =>
    lines.some((line) => line.booking_id === id && line.assessment_id === "capacity-gift"),
  ) ?? open;

type Screen = {
  name: string;
  path: string;
  as?: "administrator" | "customer";
  draft?: Parameters<typeof beginDraft>[2];
  /** Where nobody has booked yet. */
  isFirstDay?: boolean;
  /** The disk is full while `act` goes on. */
  isDiskFull?: boolean;
  /** A document of the gallery, which the built product does not have. */
  html?: string;
  /** What somebody does before the picture is taken. */
  act?: (page: Page) => Promise<unknown>;
};

/** Each file of the server may grow to `bytes`. */
const limitFiles = (bytes: string) => execFileSync("prlimit", ["--pid", `${app.pid()}`, `--fsize=${bytes}:`]);
const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();
const token = (booking: typeof open) => bookingToken(app.deps, booking);
const form = `/referral-form/${withGift.id}`;
const staff = (name: string, path: string, act?: Screen["act"]): Screen => ({
  name: `staff-${name}`,
  path,
  as: "administrator",
  ...(act ? { act } : {}),
});

const SCREENS: Screen[] = [
  { name: "start", path: "/" },
  { name: "start-refused", path: "/", act: press("Continue") },
  {
    name: "start-disk-full",
    path: "/",
    isDiskFull: true,
    act: async (page) => {
      await page.getByLabel("First name").fill("Joanna");
      await press("Continue")(page);
    },
  },
  { name: "draft-expired", path: "/booking/steps/location?draft=0000" },
  { name: "start-preselected", path: "/booking?assessments=capacity-will,capacity-gift" },
  { name: "step-1", path: "", draft: "referrer" },
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
  {
    name: "step-5-refused",
    path: "",
    draft: "confirmation",
    act: async (page) => {
      await page.locator('[name="clientDob-day"]').fill("99");
      await press("Confirm Booking")(page);
    },
  },
  { name: "paper-form", path: "/booking?print=true" },
  { name: "thank-you", path: `/thankyou?bookingId=${open.id}&token=${token(open)}` },
  { name: "booking-view", path: `/booking/${open.id}?token=${token(open)}` },
  { name: "booking-submitted", path: `/booking/submitted/${open.id}?token=${token(open)}` },
  { name: "booking-confirmation", path: `/booking/confirmation/${confirmed.id}?token=${token(confirmed)}` },
  { name: "booking-register", path: `/booking/register/${open.id}?token=${token(open)}` },
  { name: "booking-wrong-link", path: `/booking/${open.id}?token=wrong` },
  { name: "booking-not-found", path: "/booking/nothing" },
  { name: "referral-personal", path: `${form}/personal-details?token=${token(withGift)}` },
  { name: "referral-gift", path: `${form}/gift?token=${token(withGift)}` },
  { name: "referral-legal", path: `${form}/legal-information?token=${token(withGift)}` },
  {
    name: "referral-refused",
    path: `/referral-form/${open.id}/legal-information?token=${token(open)}`,
    act: press("Submit Referral Forms"),
  },
  { name: "referral-print", path: `${form}/print?token=${token(withGift)}` },
  { name: "staff-login", path: "/admin/login" },
  { name: "staff-login-refused", path: "/admin/login", act: press("Login") },
  { name: "staff-reset", path: "/admin/login/reset" },
  { name: "staff-reset-expired", path: "/admin/login/reset/password?token=old" },
  { name: "staff-signed-out", path: "/admin/dashboard" },
  ...["dashboard", "setup", "outbox", "privacy"].map((page): Screen => ({
    ...staff(`first-day-${page}`, `/admin/${page}`),
    isFirstDay: true,
  })),
  staff("dashboard", "/admin/dashboard"),
  staff("dashboard-empty", "/admin/dashboard?search=nobody"),
  staff("dashboard-found", "/admin/dashboard?search=a&status=confirmed"),
  staff("not-found", "/admin/bookings/nothing"),
  staff("booking", `/admin/bookings/${open.id}`),
  staff("booking-confirmed", `/admin/bookings/${confirmed.id}`),
  staff("booking-edit", `/admin/bookings/${open.id}/edit`),
  staff("booking-edit-refused", `/admin/bookings/${open.id}/edit`, async (page) => {
    await page.getByLabel("Referrer's email").fill("nobody");
    await press("Save changes")(page);
  }),
  staff("booking-edit-client", `/admin/bookings/${open.id}/edit/client`),
  staff("booking-edit-assessments", `/admin/bookings/${open.id}/edit/assessments`),
  staff("booking-cancel", `/admin/bookings/${open.id}/cancel`),
  staff("send-booking", "/admin/send-booking"),
  staff("send-booking-link", "/admin/send-booking?assessments=property-finance,capacity-will"),
  staff("users", "/admin/users"),
  staff("users-new", "/admin/users/new"),
  staff("users-new-refused", "/admin/users/new", press("Create User")),
  staff("users-found-nobody", "/admin/users?search=nobody-at-all"),
  staff("outbox", "/admin/outbox"),
  staff("privacy", "/admin/privacy"),
  staff("security", "/admin/security"),
  staff("setup", "/admin/setup"),
  staff("settings", "/admin/settings"),
  ...["company", "logo", "prices", "assessments", "rules", "mails", "status", "retention", "switches"].map(
    (page) => staff(`settings-${page}`, `/admin/settings/${page}`),
  ),
  staff("settings-mail", "/admin/settings/mails/booking-confirmation"),
  staff("settings-refused", "/admin/settings/company", async (page) => {
    await page.getByLabel("Accent colour").fill("#ffcc00");
    await press("Save")(page);
  }),
  { name: "customer-login", path: "/customer/login" },
  { name: "customer-dashboard", path: "/customer/dashboard", as: "customer" },
  { name: "customer-account", path: "/customer/account", as: "customer" },
  { name: "customer-login-refused", path: "/customer/login", act: press("Login") },
  { name: "verify-email-expired", path: "/customer/verify-email?token=old" },
  { name: "unsubscribe-wrong-link", path: `/mail/unsubscribe/${open.id}?token=wrong` },
  { name: "finder", path: "/which-assessment" },
  { name: "finder-result", path: "/which-assessment/result?decision=buy&lives=wales&deadline=none" },
  { name: "lost-link", path: "/lost-link" },
  { name: "lost-link-refused", path: "/lost-link", act: press("Send the link") },
  { name: "privacy", path: "/privacy" },
  { name: "terms", path: "/terms" },
  { name: "accessibility", path: "/accessibility" },
  { name: "complaints", path: "/complaints" },
  { name: "complaints-refused", path: "/complaints", act: press("Send complaint") },
  { name: "complaint-received", path: "/complaints/received?reference=DPC-7K4Q-2XPD" },
  { name: "not-found", path: "/nowhere" },
  ...[...(await drawGallery())].map(([path, html]) => ({
    name: path.slice(1).replace("/", "-"),
    path,
    html,
  })),
];

/** The sum of the page's layout shifts so far, as browsers measure it. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 50);
      }),
  );
}

/** Pages of their own stand in one document in the gallery: rules about a page as a whole do not count. */
async function reportAxe(page: Page, name: string) {
  const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  // A head that stays would cover rows that are scrolled out of view.
  await page.evaluate(() => window.scrollTo(0, 0));
  const found = await violationsOf(page, { runOnly, rules: { "duplicate-id-aria": { enabled: false } } });
  for (const violation of found) console.log(`${name}: axe finds ${violation}`);
}

async function takePicture(context: BrowserContext, screen: Screen, file: string, hasScripts: boolean) {
  const server = screen.isFirstDay ? firstDay : app;
  if (screen.as) await signedIn(context, server, { role_id: screen.as, ...CUSTOMERS[screen.as]?.() });
  const path = screen.draft ? await beginDraft(app, context, screen.draft, OPEN_SCHEDULING) : screen.path;
  const page = await context.newPage();
  if (screen.html)
    await page.route(server.origin + path, (route) =>
      route.fulfill({ contentType: "text/html", body: screen.html! }),
    );
  await page.goto(server.origin + path);
  if (hasScripts) await page.locator("html[data-alive]").waitFor({ state: "attached" });
  const shift = hasScripts ? await layoutShift(page) : 0;
  if (screen.isDiskFull) limitFiles("4096");
  await screen.act?.(page);
  if (screen.name.endsWith("refused"))
    await page
      .locator(".error-summary")
      .waitFor({ timeout: 5_000 })
      .catch(() => {});
  await page.waitForTimeout(screen.isDiskFull ? 1_500 : 150);
  if (screen.isDiskFull) limitFiles("unlimited");
  await page.screenshot({ path: `${file}.png`, fullPage: !values.window });
  if (screen.html && hasScripts) await reportAxe(page, basename(file));
  if (values.pdf) await page.pdf({ path: `${file}.pdf`, preferCSSPageSize: true });
  return shift;
}

let counter = 0;
const CUSTOMERS: Record<string, () => object> = {
  administrator: () => ({ email: `staff-${counter++}@example.org`, first_name: "Priya" }),
  customer: () => ({ email: `customer-${counter++}@example.org` }),
};

const wanted = values.only.split(",").filter(Boolean);
const screens = SCREENS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
});
let count = 0;
try {
  for (const width of values.widths.split(",")) {
    for (const colorScheme of values.schemes.split(",") as ("light" | "dark")[]) {
      for (const scripts of values.scripts.split(",")) {
        for (const screen of screens) {
          const context = await browser.newContext({
            viewport: { width: Number(width), height: HEIGHTS[width] ?? 800 },
            colorScheme,
            javaScriptEnabled: scripts === "on",
          });
          const name = `${screen.name}-${width}-${colorScheme}${scripts === "on" ? "" : "-no-scripts"}`;
          const shift = await takePicture(context, screen, join(folder, name), scripts === "on").catch(
            (error: Error) => console.error(`${name}: ${error.message.split("\n")[0]}`),
          );
          if (shift && shift > 0.02) console.log(`${name}: layout shift ${shift.toFixed(3)}, at most 0.02`);
          await context.close();
          count += 1;
        }
      }
    }
  }
} finally {
  await browser.close();
  await app.dispose();
  await firstDay.dispose();
}
console.log(`${count} pictures in ${folder}`);
