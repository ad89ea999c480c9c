import { Secret, TOTP } from "otpauth";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { BrowserContext, Page } from "@playwright/test";
import type { Deps } from "#app/deps.server.ts";
import routes from "#app/routes.ts";
import { makeRecoveryCodes } from "#app/features/account-security/two-factor.server.ts";
import { hashPassword } from "#app/features/accounts/password-hash.server.ts";
import { pendingStateHeaders } from "#app/features/accounts/sign-in-cookies.server.ts";
import { startPendingSignIn } from "#app/features/accounts/pending-sign-in.server.ts";
import { sealedTotpSecret } from "#app/features/accounts/second-factor.server.ts";
import { bookingLinks } from "#app/features/mail/mail-links.server.ts";
import { enqueueMail } from "#app/features/mail-queue/enqueue-mail.server.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { startCase } from "#app/features/privacy/subject.server.ts";
import { submitComplaint } from "#app/features/privacy/complaints.server.ts";
import type { StepSlug } from "#app/features/booking/steps.ts";
import { MATRIX } from "../unit/authorisation-matrix.ts";
import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { createBooking, createUser, signInAs } from "../setup/factories.ts";
import { expect, test as base } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";
import { signedIn } from "../setup/signed-in.ts";

/** One page for all tests reads the forms: to start one takes longer than a test. */
let readerOfAll: Page | undefined;

/** Sends each button of each form on each page twice without JavaScript: the second answer is the first, and changes
 * nothing that is stored. */
const test = base.extend<{ isQuiet: void; reader: Page }>({
  isQuiet: async ({}, provide) => provide(),
  reader: async ({ browser }, provide) => provide((readerOfAll ??= await browser.newPage())),
});
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

async function formsOf(context: BrowserContext, reader: Page, url: string): Promise<Form[]> {
  const answer = await context.request.get(url);
  if (answer.status() >= 400) return [];
  const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>|<link[^>]*>/g, "");
  await reader.setContent(html);
  const base = answer.url();
  const forms = await reader.evaluate((typed) => {
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

type Press = { status: number; location: string | undefined };

/** Presses a form's button twice, the second time with the cookies of the first, as before its answer came. */
async function pressTwice(context: BrowserContext, app: ServerProcess, form: Form): Promise<Press> {
  const jar = await context.cookies(app.origin);
  const headers = {
    Origin: app.origin,
    "Content-Type": "application/x-www-form-urlencoded",
    Cookie: jar.map(({ name, value }) => `${name}=${value}`).join("; "),
  };
  const data = new URLSearchParams(form.fields).toString();
  const send = async (): Promise<Press> => {
    const answer = await context.request.post(form.action, { headers, data, maxRedirects: 0 });
    // The first answer also asks whether its cookie comes back.
    const location = answer.headers().location?.replace(/&cookies=[^&]+/, "");
    return { status: answer.status(), location };
  };
  const first = await send();
  expect(first.status, form.name).toBeLessThan(500);
  const after = new Set(await stored(app));
  expect(await send(), `${form.name}: the answer`).toEqual(first);
  // Viewing a refused form again is recorded again.
  if (first.status >= 400) return first;
  const added = (await stored(app)).filter((row) => !after.has(row));
  expect(added, `${form.name}: what the second press stored`).toEqual([]);
  return first;
}

function expectFormKey({ name, fields }: Form): void {
  const keys = fields.filter(([field, value]) => field === "formKey" && value !== "");
  expect(keys, `${name} carries one form key`).toHaveLength(1);
}

const isLogout = ({ action }: Form) => action.endsWith("/logout");

for (const path of PATHS) {
  test(`each button of ${path} does its work once`, async ({ reader, context, app }) => {
    const open = async () => formsOf(context, reader, await addressOf(context, app, path));
    const forms = await open();
    if (`POST ${path}` in MATRIX && !WITHOUT_PAGE.has(path))
      expect(forms.length, "forms on the page").toBeGreaterThan(0);
    for (let index = 0; index < forms.length; index++) {
      // New records for each further button: the one before may have changed everything.
      const form = index === 0 ? forms[0] : (await open())[index];
      if (!form || isLogout(form)) continue;
      await test.step(form.name, async () => {
        expectFormKey(form);
        await pressTwice(context, app, form);
      });
    }
  });
}

for (const [path, role_id] of [
  ["/admin/dashboard", "coordinator"],
  ["/customer/dashboard", "customer"],
] as const) {
  test(`Logout of ${path} ends the session once, and says so both times`, async ({
    reader,
    context,
    app,
  }) => {
    const user = await signedIn(context, app, { role_id });
    const form = (await formsOf(context, reader, `${app.origin}${path}`)).find(isLogout)!;
    await pressTwice(context, app, form);
    const sessions = app.deps.db.selectFrom("sessions").selectAll().where("user_id", "=", user.id);
    expect(await sessions.execute()).toEqual([]);
  });
}

const PASSWORD_HASH = hashPassword(TYPED.password!);

/** An Administrator with a key for an authenticator app, in use or only prepared; and codes that are right now. */
async function createTwoFactorUser({ deps }: ServerProcess, isOn: boolean) {
  const id = deps.ids.uuid();
  const secret = new Secret({ size: 20 });
  const now = deps.clock.now();
  const user = await createUser(deps, {
    id,
    role_id: "administrator",
    password_hash: await PASSWORD_HASH,
    totp_secret_sealed: sealedTotpSecret.encrypt(deps.secrets, id, secret.base32),
    totp_enabled_at: isOn ? now.toISOString() : null,
  });
  const [recoveryCode] = await makeRecoveryCodes(deps.db, deps, id);
  const code = new TOTP({ secret }).generate({ timestamp: now.getTime() });
  return { user, code, recoveryCode: recoveryCode! };
}

const TWO_FACTOR_PAGES = [
  ["/admin/security/two-factor", "prepared", ["Turn on", "Make another key"]],
  ["/admin/security/two-factor", "on", ["Make new recovery codes", "Turn off two-factor authentication"]],
  ["/admin/login/2fa", "on", ["Verify", "Use recovery code"]],
] as const;

async function addCookie(context: BrowserContext, app: ServerProcess, header: string): Promise<void> {
  const [name, ...value] = header.split(";")[0]!.split("=");
  await context.addCookies([{ name: name!, value: value.join("="), url: app.origin }]);
}

/** Signs the user in; for the page that asks for the second factor, only as far as the password. */
async function bringUser(context: BrowserContext, app: ServerProcess, userId: string, path: string) {
  const { deps } = app;
  if (path !== "/admin/login/2fa") {
    return addCookie(context, app, (await signInAs(deps, { id: userId })).cookie);
  }
  const caller = { clientAddress: "127.0.0.1", deviceSecret: null, deviceLabel: "Test browser" };
  const signInId = await startPendingSignIn(deps, { id: userId }, "two-factor", {
    ...caller,
    fingerprint: null,
    requestId: "twice",
  });
  const headers = pendingStateHeaders(deps, { signInId });
  return addCookie(context, app, headers.getSetCookie()[0]!);
}

for (const [path, state, buttons] of TWO_FACTOR_PAGES) {
  for (const name of buttons) {
    test(`${name} on ${path} does its work once`, async ({ reader, context, app }) => {
      const { user, code, recoveryCode } = await createTwoFactorUser(app, state === "on");
      await bringUser(context, app, user.id, path);
      const form = (await formsOf(context, reader, `${app.origin}${path}`)).find((one) => one.name === name)!;
      expectFormKey(form);
      const right = form.fields.some(([, value]) => value === "recovery") ? recoveryCode : code;
      const fields = form.fields.map(([field, value]): [string, string] => [
        field,
        field === "code" ? right : value,
      ]);
      const { status } = await pressTwice(context, app, { ...form, fields });
      expect(status, "it was done").toBeLessThan(400);
    });
  }
}
