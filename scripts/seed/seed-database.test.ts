import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createRandom } from "./random.ts";
import { seedDatabase } from "./seed-database.ts";
import { tellStory } from "./stories.ts";

test(
  "the demonstration data has every status, forms in every state, and mails nobody",
  { timeout: 20_000 },
  async () => {
    const deps = createTestDeps();
    const report = await seedDatabase(deps);
    expect(report.bookingCount).toBeGreaterThanOrEqual(40);
    expect(Object.values(report.byStatus).every((count) => count > 0)).toBe(true);
    expect(report.accounts.map((account) => account.role)).toEqual([
      "administrator",
      "coordinator",
      "administrator",
      "customer",
    ]);
    const forms = await deps.db.selectFrom("referral_forms").select("submitted_at").execute();
    expect(forms.some((form) => form.submitted_at !== null)).toBe(true);
    expect(forms.some((form) => form.submitted_at === null)).toBe(true);
    const due = await deps.db
      .selectFrom("outbox")
      .select("id")
      .where("state", "in", ["queued", "leased"])
      .execute();
    expect(due).toEqual([]);
  },
);

test("the same day gives the same stories", () => {
  const tellAll = () => {
    const random = createRandom(7);
    return [90, 40, 3].map((daysAgo) => tellStory(daysAgo, "2027-03-10", random));
  };
  expect(tellAll()).toEqual(tellAll());
});
