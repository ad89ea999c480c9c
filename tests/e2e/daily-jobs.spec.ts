import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Deps } from "#app/deps.server.ts";
import { countJob, type Job, type JobCost } from "../setup/count-job.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, open, test } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";
import { signedIn } from "../setup/signed-in.ts";
import { createAssessor, workdayAfter } from "../setup/visits.ts";
import { londonDate } from "#app/platform/dates.ts";

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
type Prepared = (page: Page, job: Job) => Promise<void>;

/** Each job: what is there before, and what somebody does. */
const JOBS: Record<string, (app: ServerProcess, context: Context, end: string) => Promise<Prepared>> = {
  "find a booking by the last four digits of a phone": async (app, context, end) => {
    const booking = await createBooking(app.deps, { referrer_phone: `770090${end}` });
    await signedIn(context, app, { role_id: "coordinator" });
    return async (page, job) => {
      await job.fill(page.getByLabel("Find a booking or an assessor"), end);
      await job.enter();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(booking.reference);
    };
  },
  "agree the visit after a call": async (app, context, end) => {
    const booking = await createBooking(app.deps, { referrer_phone: `770091${end}` });
    // The list has this assessor alone, whatever tests came before.
    await app.deps.db.updateTable("users").set({ is_active: 0 }).where("role_id", "=", "assessor").execute();
    const assessor = await createAssessor(app.deps as unknown as Deps, {
      first_name: "Priya",
      last_name: `Nair${end}`,
    });
    await signedIn(context, app, { role_id: "coordinator" });
    const day = workdayAfter(londonDate(app.deps.clock.now()), 21);
    return async (page, job) => {
      await job.fill(page.getByLabel("Find a booking or an assessor"), `91${end}`);
      await job.enter();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(booking.reference);
      if (page.viewportSize()!.width < 960) await job.click(page.getByRole("link", { name: "Log a call" }));
      await job.click(page.getByRole("button", { name: "Spoke to them: agree the visit" }));
      await job.fill(page.locator("[name=day]"), day);
      await job.click(page.getByLabel(`${assessor.first_name} ${assessor.last_name}`));
      await job.click(page.getByRole("button", { name: "Agree the visit" }));
      await expect(page.getByText("The visit was agreed.")).toBeVisible();
    };
  },
};

for (const [index, [size, viewport]] of Object.entries(WINDOWS).entries()) {
  for (const [name, prepare] of Object.entries(JOBS)) {
    test(`${name}, ${size}`, async ({ page, context, app }) => {
      await page.setViewportSize(viewport);
      const act = await prepare(app, context, `83${index}7`);
      await open(page, "/admin/calendar");
      const job = countJob(page);
      await act(page, job);
      expect(job.cost).toEqual(promised().get(`${name}, ${size}`));
    });
  }
}

test("the table has no job that nobody counts", () => {
  const counted = Object.keys(JOBS).flatMap((name) => Object.keys(WINDOWS).map((size) => `${name}, ${size}`));
  expect([...promised().keys()].toSorted()).toEqual(counted.toSorted());
});
