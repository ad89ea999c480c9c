import type { Deps } from "#app/deps.server.ts";
import { askAboutFreed } from "#app/features/visits/agree/earlier-times.server.ts";
import { agreeVisit, cancelVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { addDays, formatLongDate, londonDate } from "#app/platform/dates.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, expectAccessible, inBothModes, open, test } from "../setup/journey.ts";
import type { ServerProcess } from "../setup/server-process.ts";
import { askAboutEarlier, BY_STAFF, createAssessor, PLAN, workdayAfter } from "../setup/visits.ts";

/** A time falls free, and a referrer who waits for an earlier one has it. */

test.use({ hasOwnServer: true });

/** Noon in London, whatever the hour is: mails about it go out by day. */
const atNoon = (app: ServerProcess) => {
  const noon = new Date(`${londonDate(app.deps.clock.now())}T12:00:00Z`);
  return { ...app.deps, clock: { now: () => noon }, jobs: { wake() {} } } as unknown as Deps;
};

inBothModes(
  "a visit is cancelled: who waits is asked, and takes the time or keeps theirs",
  async ({ page, app, hasJavaScript }) => {
    const deps = atNoon(app);
    await app.deps.db.updateTable("users").set({ is_active: 0 }).where("role_id", "=", "assessor").execute();
    const { id: assessorId } = await createAssessor(deps);
    const day = workdayAfter(londonDate(deps.clock.now()), 21);
    const agree = async (on: string, start: string, overrides = {}) => {
      const email = `earlier-${app.deps.ids.uuid()}@example.org`;
      const booking = await createBooking(app.deps, {
        referrer_email: email,
        referrer_email_key: email,
        ...overrides,
      });
      const change = { ...BY_STAFF, bookingId: booking.id, isReferrerTold: false, overruled: null };
      const plan = { ...PLAN, day: on, start };
      const agreed = await agreeVisit(deps, { ...change, version: booking.version, plan, assessorId });
      if (!agreed.ok) throw new Error(agreed.problem);
      return { ...booking, email, change };
    };
    const waits = await agree(addDays(day, 7), "10:00", { prefer_earlier_date: 1 });
    const ends = await agree(day, "10:00");
    await cancelVisit(deps, { ...ends.change, version: 2, after: "agree-another", reason: "" });
    await askAboutFreed(deps);
    const mails = async () =>
      (await app.mails()).filter(({ to }) => to?.[0]?.address === waits.email).map(({ subject }) => subject);
    await expect.poll(mails).toContain(`An earlier time for your visit: booking ${waits.reference}`);

    await page.setViewportSize({ width: 375, height: 667 });
    await open(page, `/booking/${waits.id}?token=${waits.token}`, hasJavaScript);
    await page.getByRole("link", { name: "See the earlier time" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("An earlier time for the visit");
    await expect(page.getByText(`${formatLongDate(day)}, 10:00–11:30, with Priya`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Take the earlier time" }).click();
    await expect(page.getByText("The visit is at the earlier time now.")).toBeVisible();
    await expect(page.getByRole("heading", { name: /with Priya/ })).toContainText(formatLongDate(day));
    await open(page, `/booking/${waits.id}/earlier?token=${waits.token}`, hasJavaScript);
    await expect(page.getByText("There is no earlier time to answer about now.")).toBeVisible();
    await expect(page.getByText(`Your visit is agreed for ${formatLongDate(day)}`)).toBeVisible();
    await expectAccessible(page);
  },
);

inBothModes(
  "whoever presses second is told, and keeps the agreed time",
  async ({ page, app, hasJavaScript }) => {
    const deps = atNoon(app);
    await app.deps.db.updateTable("users").set({ is_active: 0 }).where("role_id", "=", "assessor").execute();
    const { id: assessorId } = await createAssessor(deps);
    const day = workdayAfter(londonDate(deps.clock.now()), 21);
    const [waits, other] = [await createBooking(app.deps), await createBooking(app.deps)];

    await askAboutEarlier(deps, { bookingId: waits.id, assessorId, day });
    await open(page, `/booking/${waits.id}/earlier?token=${waits.token}`, hasJavaScript);
    const change = { ...BY_STAFF, bookingId: other.id, isReferrerTold: false, overruled: null };
    const plan = { ...PLAN, day };
    const agreed = await agreeVisit(deps, { ...change, version: other.version, plan, assessorId });
    expect(agreed.ok).toBe(true);
    await page.getByRole("button", { name: "Take the earlier time" }).click();
    await expect(page.getByText("This earlier time has gone. The agreed time stays.")).toBeVisible();
    await expect(page.getByText("Your visit is agreed for")).toBeVisible();
    await expectAccessible(page);
  },
);
