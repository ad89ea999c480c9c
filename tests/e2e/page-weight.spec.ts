import type { APIResponse } from "@playwright/test";
import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { expect, test } from "../setup/journey.ts";

const KB = 1024;

/** The HTML before compression: what the server has to make and the browser to read, without the list of files that the
 * framework writes. A page that grows needs a reason. */
const MAX_BYTES = {
  referrer: 20 * KB,
  assessments: 19 * KB,
  location: 7 * KB,
  // The calendar also names bank holidays.
  scheduling: 21 * KB,
  // Private persons read beside Confirm that they agree to pay, and how they can cancel.
  confirmation: 24 * KB,
} as const;

const FRAMEWORK = /<noscript id="scripts">.*?<\/noscript>/s;

async function weightOf(page: APIResponse): Promise<number> {
  expect(page.status()).toBe(200);
  return Buffer.byteLength((await page.text()).replace(FRAMEWORK, ""));
}

test("the wizard's pages stay light", async ({ context, app }) => {
  const start = await context.request.get(app.origin);
  const weights: Record<string, number> = { referrer: await weightOf(start) };
  for (const step of ["assessments", "location", "scheduling", "confirmation"] as const) {
    const page = await context.request.get(
      app.origin + (await beginDraft(app, context, step, OPEN_SCHEDULING)),
    );
    weights[step] = await weightOf(page);
  }
  const heavy = Object.entries(MAX_BYTES).filter(([step, max]) => weights[step]! > max);
  expect(heavy, JSON.stringify(weights)).toEqual([]);
});
