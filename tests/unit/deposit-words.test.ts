import { expect, test } from "vitest";
import { confirmBooking } from "#app/features/before-booking/wizard/confirm-booking.server.ts";
import {
  confirmationPage,
  shownTerms,
} from "#app/features/before-booking/wizard/confirmation-page.server.ts";
import { appendChange, seedFromEnvironment } from "#app/features/settings/settings.server.ts";
import { stepHref } from "#app/features/booking/fields/steps.ts";
import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createDraft, REFERRER, VISITOR } from "#tests/setup/drafts.ts";
import { runDueJobs } from "#tests/setup/jobs.ts";
import { joinTexts, render } from "#tests/setup/rendered-site.ts";

const ANSWERS = {
  ...REFERRER,
  showVirtualPricing: "false",
  selectedAssessments: ["capacity-will"],
  assessmentLocation: "Leeds",
  allowWeekends: "",
  preferredDate: "2027-03-22",
};

/** A booking that is paid later, made on the wizard's last page, whose text comes with it. */
async function book(deps: TestDeps) {
  const { draft, cookie } = await createDraft(deps, ANSWERS);
  const { text } = await render(deps, stepHref("confirmation", draft.id), cookie);
  const form = new FormData();
  form.set("version", String(draft.version));
  form.set("terms", shownTerms(confirmationPage(draft.answers)));
  form.set("paymentMethod", "pay-later");
  form.set("clientCountryCode", "+44");
  expect(await confirmBooking(deps, draft, form, VISITOR)).not.toMatchObject({ kind: "refused" });
  await runDueJobs(deps);
  await runDueJobs(deps);
  const booking = await deps.db.selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
  return { booking, step: joinTexts(text) };
}

const NEW = { isNew: true };

test.each<[string, "new" | "old" | "off" | "on", boolean]>([
  ["a new practice", "new", true],
  ["one that has run without invoices for deposits", "old", false],
  ["one that turned them off", "off", false],
  ["one that turned them on", "on", true],
])("%s promises a deposit in words only where its invoice is made", async (_name, kind, hasDeposit) => {
  const deps = createTestDeps();
  await seedFromEnvironment(deps, kind === "old" ? {} : NEW);
  if (kind === "on" || kind === "off")
    await appendChange(
      deps.db,
      deps.clock,
      "invoices",
      { ...deps.settings.current().invoices, hasDeposits: kind === "on" },
      null,
    );
  await deps.settings.reload();
  const says = async (path: string) => joinTexts((await render(deps, path)).text);
  const pages = ["/", "/terms", "/booking?print=true"];
  for (const path of pages) {
    expect((await says(path)).includes("50% deposit is due at least 7 days before"), path).toBe(hasDeposit);
    expect((await says(path)).includes("without a deposit"), path).toBe(!hasDeposit);
  }
  const { booking, step } = await book(deps);
  const jobs = await deps.db.selectFrom("outbox").select("topic").where("kind", "=", "invoice").execute();
  expect(jobs).toEqual(hasDeposit ? [{ topic: "deposit-invoice" }] : []);
  const words = hasDeposit
    ? "A 50% deposit of £297.50 is due at least 7 days before the assessment (by Monday 15 March 2027, if the assessment is on your preferred date), and the balance of £297.50 on the day."
    : "£595 in full is due after the assessment. There is no deposit.";
  expect(step, "the wizard").toContain(words);
  const confirmation = await says(`/booking/confirmation/${booking.id}?token=${bookingToken(deps, booking)}`);
  expect(confirmation).toContain(words);
  const mails = deps.sentMails.filter(({ tag }) => tag === "booking-confirmation");
  expect(mails.map(({ text }) => text.replaceAll(/\s+/g, " ").includes(words))).toEqual([true]);
  if (kind === "old") return;
  const [document] = await deps.db.selectFrom("invoice_documents").selectAll().execute();
  expect(document?.total_pence).toBe(hasDeposit ? 297_50 : undefined);
  if (document) expect(document).toMatchObject({ kind: "deposit", due_on: "2027-03-15" });
});
