import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { BrowserContext, Page } from "@playwright/test";
import type { Deps } from "#app/deps.server.ts";
import routes from "#app/routes.ts";
import { bookingLinks } from "#app/features/mail/mail-links.server.ts";
import { enqueueMail } from "#app/features/mail-queue/enqueue-mail.server.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { startCase } from "#app/features/privacy/subject.server.ts";
import { submitComplaint } from "#app/features/privacy/submit-complaint.server.ts";
import type { StepSlug } from "#app/features/booking/steps.ts";
import { MATRIX } from "../unit/authorisation-matrix.ts";
import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { createBooking, createUser } from "../setup/factories.ts";
import { expect, test } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";
import { signedIn } from "../setup/signed-in.ts";

/** Sends each button of each form on each page twice without JavaScript: the second answer is the first, and changes
 * nothing that is stored. */
test.use({ hasOwnServer: true });

/** For the form's own fields that the page leaves empty. */
const TYPED: Record<string, string> = {
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna.reeve@example.org",
  referrerPhone: "07700 900123",
  referrerRelationship: "Daughter",
  assessmentLocation: "Leeds",
  email: "someone.new@example.org",
  password: "Harbour-light-42",
  confirmPassword: "Harbour-light-42",
  roleId: "coordinator",
  status: "confirmed",
  reason: "Asked for by phone",
  note: "Asked for by phone",
  person: "joanna.reeve@example.org",
  name: "Joanna Reeve",
  complaint: "Too many letters.",
  confirmation: "erase",
};

/** Not a page, or one that only a mailed secret opens: pressed-twice.spec.ts goes through those. */
const WITHOUT_WORLD =
  /^\/(api\/|admin\/login\/(otp|2fa|create-password)$|.*\/reset\/password$)|\.(csv|json)$|\*/;

const WITHOUT_PAGE = new Set([
  "/admin/logout",
  "/customer/logout",
  "/admin/bookings/:bookingId/link",
  "/referral-form/:bookingId/:step/autosave",
  "/customer/verify-email",
]);

const FINDER_ANSWERS = "decision=buy&lives=wales&deadline=none";

type World = Record<string, string>;

function pathsOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) => [
    ...(entry.path ? [`/${entry.path.replace(/^\//, "")}`] : []),
    ...pathsOf(entry.children ?? []),
  ]);
}

const PATHS = [...new Set(pathsOf(routes as RouteConfigEntry[]))].filter((path) => !WITHOUT_WORLD.test(path));

async function makeWorld(app: ServerProcess): Promise<World> {
  const deps = { ...app.deps, jobs: { wake() {} } } as unknown as Deps;
  const booking = await createBooking(deps);
  const by = { clientAddress: "192.0.2.1", requestId: "twice" };
  const person = { name: "Joanna Reeve", email: "joanna.reeve@example.org", complaint: "Too many letters." };
  await submitComplaint(deps, person, by);
  const complaint = await deps.db
    .selectFrom("complaints")
    .select("id")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  const jobId = await enqueueMail(deps.db, deps, {
    topic: "access-link",
    to: "joanna.reeve@example.org",
    bookingId: booking.id,
    dedupeKey: deps.ids.uuid(),
    payload: {},
  });
  return {
    bookingId: booking.id,
    token: booking.token,
    unsubscribe: new URL(bookingLinks(deps, booking).unsubscribe).search,
    userId: (await createUser(deps)).id,
    ask: "deactivate",
    jobId: jobId!,
    caseId: (await startCase(deps, booking.reference, { actor: SYSTEM, requestId: "twice" }))!,
    complaintId: complaint.id,
    step: "personal-details",
    group: "rules",
    topic: "booking-confirmation",
  };
}

/** The address of the page, with its own records, in a browser that may see it. */
async function addressOf(context: BrowserContext, app: ServerProcess, path: string): Promise<string> {
  const world = await makeWorld(app);
  await context.clearCookies();
  const href = path.replace(/:(\w+)\??/g, (_part, name: string) => world[name]!);
  if (path.startsWith("/admin/") && !path.startsWith("/admin/login")) {
    await signedIn(context, app, { role_id: "administrator" });
  } else if (/^\/customer\/(?!login)/.test(path)) {
    const isUnconfirmed = path === "/customer/dashboard";
    await signedIn(context, app, isUnconfirmed ? { email_confirmed_at: null } : {});
  } else if (path.startsWith("/booking/steps/")) {
    return beginDraft(app, context, path.split("/").at(-1) as StepSlug, OPEN_SCHEDULING);
  } else if (path.startsWith("/mail/unsubscribe/")) {
    return href + world.unsubscribe;
  } else if (path.includes(":bookingId")) {
    return `${href}?token=${world.token}`;
  }
  if (path === "/admin/send-booking") return `${href}?assessments=capacity-will`;
  if (path === "/which-assessment/result") return `${href}?${FINDER_ANSWERS}`;
  return href;
}

type Form = { name: string; action: string; fields: [string, string][] };

async function formsOf(page: Page, url: string): Promise<Form[]> {
  const answer = await page.request.get(url);
  if (answer.status() >= 400) return [];
  const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>|<link[^>]*>/g, "");
  await page.setContent(html);
  const base = answer.url();
  const forms = await page.evaluate((typed) => {
    const all = [...document.querySelectorAll<HTMLFormElement>("form[method=post]")];
    return all.flatMap((form) => {
      for (const control of form.elements) {
        const field = control as HTMLInputElement;
        const value = typed[field.name];
        if (value !== undefined && field.value === "" && field.type !== "hidden") field.value = value;
      }
      const buttons = [...form.querySelectorAll<HTMLButtonElement>("button:not([type=button])")];
      return buttons.map((button) => ({
        name: button.getAttribute("aria-label") || button.textContent || "Enter",
        action: form.getAttribute("action") ?? "",
        fields: [...new FormData(form, button)].map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
      }));
    });
  }, TYPED);
  return forms.map((form) => ({ ...form, action: new URL(form.action, base).href }));
}

/** Written by requests and the worker themselves. */
const IGNORED_TABLES = new Set(["form_answers", "rate_limits", "outbox"]);
const IGNORED_COLUMNS = /^(last_\w+_at|updated_at|expires_at|tries|\w+_sealed)$/;

/** Every stored row as text, and the outbox jobs by key. */
async function stored({ deps }: ServerProcess): Promise<string[]> {
  const tables = (await deps.db.introspection.getTables()).filter(({ name }) => !IGNORED_TABLES.has(name));
  const text = (key: string, value: unknown) => (IGNORED_COLUMNS.test(key) ? undefined : value);
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const all = await deps.db
        .selectFrom(name as "drafts")
        .selectAll()
        .execute();
      return all.map((row) => `${name} ${JSON.stringify(row, text)}`);
    }),
  );
  const jobs = await deps.db.selectFrom("outbox").select(["topic", "dedupe_key"]).execute();
  return [...rows.flat(), ...jobs.map((job) => `outbox ${JSON.stringify(job)}`)];
}

for (const path of PATHS) {
  test(`each button of ${path} does its work once`, async ({ page, context, app }) => {
    const open = async () => formsOf(page, await addressOf(context, app, path));
    const count = (await open()).length;
    if (`POST ${path}` in MATRIX && !WITHOUT_PAGE.has(path))
      expect(count, "forms on the page").toBeGreaterThan(0);
    for (let index = 0; index < count; index++) {
      // New records for each button: the one before may have changed everything.
      const form = (await open())[index];
      if (!form || form.action.endsWith("/logout")) continue;
      await test.step(form.name, async () => {
        const keys = form.fields.filter(([name, value]) => name === "formKey" && value !== "");
        expect(keys, `${form.name} carries one form key`).toHaveLength(1);
        const send = async () => {
          const headers = { Origin: app.origin, "Content-Type": "application/x-www-form-urlencoded" };
          const data = new URLSearchParams(form.fields).toString();
          const answer = await page.request.post(form.action, { headers, data, maxRedirects: 0 });
          // The first answer also asks whether its cookie comes back.
          const location = answer.headers().location?.replace(/&cookies=[^&]+/, "");
          return { status: answer.status(), location };
        };
        const first = await send();
        expect(first.status, form.name).toBeLessThan(500);
        const after = new Set(await stored(app));
        expect(await send(), `${form.name}: the answer`).toEqual(first);
        // Viewing a refused form again is recorded again.
        if (first.status >= 400) return;
        const added = (await stored(app)).filter((row) => !after.has(row));
        expect(added, `${form.name}: what the second press stored`).toEqual([]);
      });
    }
  });
}
