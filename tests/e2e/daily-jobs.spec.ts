import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Deps } from "#app/deps.server.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { countJob, type Job, type JobCost } from "../setup/count-job.ts";
import { createBooking } from "../setup/factories.ts";
import { pdf } from "../setup/files.ts";
import { expect, open, test } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";
import { signedIn, signInBrowser } from "../setup/signed-in.ts";
import { BY_STAFF, createAssessor, PLAN, workdayAfter } from "../setup/visits.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";

/** Daily jobs cost no more than the table in docs/design.md says, on a desk and on a phone. */

test.use({ hasOwnServer: true });

const WINDOWS = { desk: { width: 1280, height: 800 }, phone: { width: 375, height: 667 } };

/** The costs in the last four columns of the table, by name of the job. */
function promised(): Map<string, JobCost> {
  const design = readFileSync("docs/design.md", "utf8");
  const table = /\| daily job \|.*\n\|[-|\s]+\n((?:\|.*\n)+)/.exec(design)![1]!;
  return new Map(
    table
      .trim()
      .split("\n")
      .map((row) => {
        const cells = row.split("|").map((cell) => cell.trim());
        const [pages, fields, clicks, scrolls] = cells.slice(-5, -1).map(Number) as [
          number,
          number,
          number,
          number,
        ];
        return [cells[1]!, { pages, fields, clicks, scrolls }];
      }),
  );
}

type Context = Parameters<typeof signedIn>[0];
/** The page on which the job begins, and what somebody does. */
type Prepared = [start: string, act: (job: Job) => Promise<void>];
type Prepare = (app: ServerProcess, context: Context, end: string, page: Page) => Promise<Prepared>;

/** Any page of staff. */
const STAFF = "/admin/calendar";
const isPhone = (page: Page) => page.viewportSize()!.width < 960;
const CALLED = { awaits_contact_since: null };

/** The list of assessors has these alone, whatever tests came before. */
async function onlyAssessors(app: ServerProcess, end: string, names: string[]): Promise<UserRow[]> {
  await app.deps.db.updateTable("users").set({ is_active: 0 }).where("role_id", "=", "assessor").execute();
  const made = [];
  for (const first_name of names)
    made.push(await createAssessor(app.deps as unknown as Deps, { first_name, last_name: `Nair${end}` }));
  return made;
}

const nameOf = ({ first_name, last_name }: UserRow) => `${first_name} ${last_name}`;
const dayAhead = (app: ServerProcess, days: number) => workdayAfter(londonDate(app.deps.clock.now()), days);

/** A booking with a visit to come of a new assessor. */
async function withVisit(app: ServerProcess, end: string, referrer_phone: string) {
  const [assessor] = await onlyAssessors(app, end, ["Priya"]);
  const address = `jobs-${end}@example.org`;
  const booking = await createBooking(app.deps, {
    ...CALLED,
    referrer_phone,
    referrer_email: address,
    referrer_email_key: address,
    client_first_name: "Edith",
    client_last_name: "Marsh",
  });
  const deps = { ...app.deps, jobs: { wake() {} } } as unknown as Deps;
  const visit = await agreeVisit(deps, {
    ...BY_STAFF,
    bookingId: booking.id,
    version: booking.version,
    isReferrerTold: false,
    plan: { ...PLAN, day: dayAhead(app, 14) },
    assessorId: assessor!.id,
    overruled: null,
  });
  if (!visit.ok) throw new Error(visit.problem);
  return { booking, assessor: assessor!, visitId: visit.visitId, address };
}

/** The same, over since yesterday. */
async function withHeldVisit(app: ServerProcess, end: string, referrer_phone: string) {
  const held = await withVisit(app, end, referrer_phone);
  const day = addDays(londonDate(app.deps.clock.now()), -1);
  await app.deps.db.updateTable("visits").set({ day }).where("id", "=", held.visitId).execute();
  return held;
}

async function findByPhone(page: Page, job: Job, digits: string, reference: string): Promise<void> {
  await job.fill(page.getByLabel("Find a booking or an assessor"), digits);
  await job.enter();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(reference);
}

/** Begins on the assessor's first page. */
async function sendOutcomeAndReport(page: Page, job: Job, visitId: string, end: string): Promise<void> {
  await job.click(page.locator(`a[href="/assessor/visits/${visitId}/outcome"]`).first());
  await job.tick(page.getByLabel("Held in full"));
  await job.tick(page.getByLabel("In person"));
  await job.fill(page.getByLabel("How did you confirm"), "Her passport");
  await job.click(page.getByRole("button", { name: "Record outcome" }));
  await expect(page.getByText("The outcome was recorded. Thank you.")).toBeVisible();
  await job.click(page.locator(`a[href="/assessor/visits/${visitId}/report"]`).first());
  await job.tick(page.getByLabel("Property and Finance Capacity Assessment"));
  await job.tick(page.locator("[name=declared]"));
  await job.fill(page.getByLabel("Your full name, as your signature"), `Priya Nair${end}`);
  await job.attach(page.locator("[name=documents]"), "report.pdf", pdf(`Report ${visitId}`));
  await job.click(page.getByRole("button", { name: "Send for review" }));
  await expect(page.getByText("Your report was sent to the office for review.").first()).toBeVisible();
}

/** Begins on the booking's page. The checks stay: what is released cannot be taken back from a reader. */
async function reviewAndRelease(page: Page, job: Job): Promise<void> {
  await job.click(page.getByRole("link", { name: "Review the report" }).filter({ visible: true }).first());
  await expect(page.getByRole("button", { name: "Release", exact: true })).toBeVisible();
  for (const check of await page.locator("[name=checks]").all()) await job.tick(check);
  await job.click(page.getByRole("button", { name: "Release", exact: true }));
  await expect(page.getByText(/was released/).first()).toBeVisible();
}

/** Sends a report as its assessor and opens the booking as a coordinator; nothing of it is counted. */
async function withReport(app: ServerProcess, context: Context, end: string, phone: string, page: Page) {
  const held = await withHeldVisit(app, end, phone);
  await signInBrowser(context, app, held.assessor);
  await open(page, "/assessor");
  await sendOutcomeAndReport(page, countJob(page), held.visitId, end);
  await signedIn(context, app, { role_id: "coordinator" });
  return held;
}

/** Each job: what is there before, and what somebody does. */
const JOBS: Record<string, Prepare> = {
  "book an assessment": async (_app, _context, end, page) => [
    "/",
    async (job) => {
      const next = () => job.click(page.getByRole("button", { name: "Continue", exact: true }));
      const at = (name: string) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await job.fill(page.getByLabel("First name"), "Joanna");
      await job.fill(page.getByLabel("Last name"), "Reeve");
      await job.fill(page.locator("[name=referrerEmail]"), `book-${end}@example.org`);
      await job.fill(page.locator("[name=referrerPhone]"), "07700 900123");
      await job.choose(page.locator("[name=referrerRelationship]"), "Daughter");
      await next();
      await at("Assessment Selection");
      await job.tick(page.getByRole("checkbox", { name: "Capacity to Make a Will", exact: true }));
      await next();
      await at("Location");
      await job.fill(page.getByLabel("Town, city or postcode"), "Leeds");
      await next();
      await at("Scheduling");
      await next();
      await at("Confirmation");
      await job.click(page.getByRole("button", { name: "Confirm Booking" }));
      await expect(page.getByRole("heading", { name: "Booking Successfully Submitted!" })).toBeVisible();
    },
  ],
  "send papers": async (app, _context, end, page) => {
    const booking = await createBooking(app.deps);
    return [
      `/booking/${booking.id}?token=${booking.token}`,
      async (job) => {
        await job.click(page.getByRole("link", { name: "Send papers" }).first());
        await job.choose(page.getByLabel("What it is"), "Court papers");
        await job.attach(page.getByLabel("Documents", { exact: true }), "order.pdf", pdf(`Order ${end}`));
        await job.click(page.getByRole("button", { name: "Upload" }));
        await expect(page.getByText("Your documents were uploaded.")).toBeVisible();
      },
    ];
  },
  "agree the visit after a call": async (app, context, end, page) => {
    const booking = await createBooking(app.deps, { referrer_phone: `770091${end}` });
    const [assessor] = await onlyAssessors(app, end, ["Priya"]);
    await signedIn(context, app, { role_id: "coordinator" });
    const day = dayAhead(app, 21);
    return [
      STAFF,
      async (job) => {
        await findByPhone(page, job, `91${end}`, booking.reference);
        if (isPhone(page)) await job.click(page.getByRole("link", { name: "Log a call" }));
        await job.click(page.getByRole("button", { name: "Spoke to them: agree the visit" }));
        await job.fill(page.locator("[name=day]"), day);
        await job.tick(page.getByLabel(nameOf(assessor!)));
        await job.click(page.getByRole("button", { name: "Agree the visit" }));
        await expect(page.getByText("The visit was agreed.")).toBeVisible();
      },
    ];
  },
  "ask three assessors": async (app, context, end, page) => {
    const booking = await createBooking(app.deps, { ...CALLED, referrer_phone: `770092${end}` });
    const assessors = await onlyAssessors(app, end, ["Priya", "Tom", "Mia"]);
    await signedIn(context, app, { role_id: "coordinator" });
    const day = dayAhead(app, 21);
    return [
      STAFF,
      async (job) => {
        await findByPhone(page, job, `92${end}`, booking.reference);
        await job.click(
          page.getByRole("link", { name: "Agree the visit" }).filter({ visible: true }).first(),
        );
        await job.fill(page.locator("[name=day]"), day);
        for (const assessor of assessors) await job.tick(page.getByLabel(nameOf(assessor)));
        await job.click(page.getByRole("button", { name: "Ask whether they can come" }));
        await expect(page.getByText("The assessors were asked.")).toBeVisible();
      },
    ];
  },
  "move a visit": async (app, context, end, page) => {
    const { booking } = await withVisit(app, end, `770093${end}`);
    await signedIn(context, app, { role_id: "coordinator" });
    const day = dayAhead(app, 28);
    return [
      STAFF,
      async (job) => {
        await findByPhone(page, job, `93${end}`, booking.reference);
        await job.click(page.getByRole("link", { name: "Move the visit" }).filter({ visible: true }).first());
        await job.fill(page.locator("[name=day]"), day);
        await job.click(page.getByRole("button", { name: "Move the visit" }));
        await expect(page.getByText("The visit was moved.")).toBeVisible();
      },
    ];
  },
  "type in a telephone booking": async (app, context, end, page) => {
    await signedIn(context, app, { role_id: "coordinator" });
    return [
      STAFF,
      async (job) => {
        await job.click(page.getByRole("link", { name: "Dashboard" }));
        await job.click(page.getByRole("link", { name: "New booking" }));
        await job.fill(page.getByLabel("1.1 First name"), "Joanna");
        await job.fill(page.getByLabel("1.2 Last name"), "Reeve");
        await job.fill(page.getByLabel("1.3 Email"), `caller-${end}@example.org`);
        await job.fill(page.getByLabel("1.4 Phone"), "07700 900123");
        await job.choose(page.getByLabel("1.5 Relationship"), "Daughter");
        await job.tick(page.getByRole("checkbox", { name: "Capacity to Make a Will" }));
        await job.fill(page.getByLabel("3.1 Town, city or postcode"), "Leeds");
        await job.fill(page.getByLabel("4.1 Preferred date"), dayAhead(app, 21));
        await job.tick(page.getByRole("checkbox", { name: "A private person says" }));
        await job.click(page.getByRole("button", { name: "Make the booking" }));
        await expect(page.getByText("The booking was made")).toBeVisible();
      },
    ];
  },
  "record the outcome and send the report": async (app, context, end, page) => {
    const { assessor, visitId } = await withHeldVisit(app, end, `770094${end}`);
    await signInBrowser(context, app, assessor);
    return ["/assessor", (job) => sendOutcomeAndReport(page, job, visitId, end)];
  },
  "review and release a report": async (app, context, end, page) => {
    const { booking } = await withReport(app, context, end, `770095${end}`, page);
    return [`/admin/bookings/${booking.id}`, (job) => reviewAndRelease(page, job)];
  },
  "open a report as its recipient": async (app, context, end, page) => {
    const { booking, address } = await withReport(app, context, end, `770096${end}`, page);
    await open(page, `/admin/bookings/${booking.id}`);
    await reviewAndRelease(page, countJob(page));
    const found = async (pattern: RegExp) => {
      const mails = (await app.mails()).filter(({ to }) => to?.[0]?.address === address);
      return mails.map(({ text }) => pattern.exec(text ?? "")?.[0]).findLast(Boolean);
    };
    await expect.poll(() => found(/https?:\S+reports\S+token=\S+/)).toBeTruthy();
    const link = new URL((await found(/https?:\S+reports\S+token=\S+/))!);
    await page.context().clearCookies();
    return [
      link.pathname + link.search,
      async (job) => {
        await job.click(page.getByRole("button", { name: "Send me a code" }));
        await expect.poll(() => found(/\b\d{6}\b/)).toBeTruthy();
        await job.fill(page.getByLabel("Code"), (await found(/\b\d{6}\b/))!);
        await job.click(page.getByRole("button", { name: "Continue" }));
        await expect(page.getByRole("link", { name: /Download/ }).first()).toBeVisible();
      },
    ];
  },
  "change a price": async (app, context, _end, page) => {
    await signedIn(context, app, { role_id: "administrator" });
    const menu = page.getByText("Menu", { exact: true });
    return [
      STAFF,
      async (job) => {
        if (isPhone(page)) await job.click(menu);
        await job.click(page.getByRole("link", { name: "Settings" }));
        await job.click(page.getByRole("link", { name: /^Prices/ }).first());
        await job.fill(page.getByLabel("In force from"), londonDate(new Date()));
        const price = page.getByRole("textbox", { name: "Capacity to Make a Will Face-to-face, in pounds" });
        await job.fill(price, "700");
        await job.click(page.getByRole("button", { name: "Save the new list" }));
        await expect(page.getByText("Saved. The change is live.").first()).toBeVisible();
      },
    ];
  },
  "find a booking by the last four digits of a phone": async (app, context, end, page) => {
    // The bookings of other jobs end otherwise.
    const own = `6${end.slice(1)}`;
    const booking = await createBooking(app.deps, { referrer_phone: `770090${own}` });
    await signedIn(context, app, { role_id: "coordinator" });
    return [STAFF, (job) => findByPhone(page, job, own, booking.reference)];
  },
  "ask to cancel": async (app, _context, _end, page) => {
    const booking = await createBooking(app.deps, {
      // The right to cancel is over.
      created_at: new Date(app.deps.clock.now().getTime() - 20 * 86_400_000).toISOString(),
    });
    return [
      `/booking/${booking.id}?token=${booking.token}`,
      async (job) => {
        await job.click(page.getByRole("link", { name: "Ask to cancel" }));
        await job.click(page.getByRole("button", { name: "Ask to cancel" }));
        await expect(page.getByText("We have your request to cancel")).toBeVisible();
      },
    ];
  },
};

for (const [index, [size, viewport]] of Object.entries(WINDOWS).entries()) {
  for (const [name, prepare] of Object.entries(JOBS)) {
    test(`${name}, ${size}`, async ({ page, context, app }) => {
      await page.setViewportSize(viewport);
      const [start, act] = await prepare(app, context, `83${index}7`, page);
      await open(page, start);
      const job = countJob(page);
      await act(job);
      expect(job.cost).toEqual(promised().get(`${name}, ${size}`));
    });
  }
}

test("the table has no job that nobody counts", () => {
  const counted = Object.keys(JOBS).flatMap((name) => Object.keys(WINDOWS).map((size) => `${name}, ${size}`));
  expect([...promised().keys()].toSorted()).toEqual(counted.toSorted());
});
