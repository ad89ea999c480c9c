import { startHttpStandin } from "#tests/standins/http-standin.ts";
import { beginDraft, OPEN_SCHEDULING } from "../setup/drafts.ts";
import { createBooking } from "../setup/factories.ts";
import { expect, test } from "../setup/journey.ts";
import { startServer } from "../setup/server-process.ts";

test("a site that our pages link to never learns their addresses, in which the tokens are", async ({
  page,
  context,
}) => {
  const elsewhere = await startHttpStandin(() => ({ status: 200, body: "<h1>Terms of the company</h1>" }));
  const app = await startServer({ TERMS_URL: `${elsewhere.url}/terms` });
  try {
    const { id, token } = await createBooking(app.deps);
    const paths = [
      `/booking/${id}?token=${token}`,
      `/booking/confirmation/${id}?token=${token}`,
      `/thankyou?bookingId=${id}&token=${token}`,
      `/referral-form/${id}?token=${token}`,
      await beginDraft(app, context, "confirmation", OPEN_SCHEDULING),
    ];
    for (const path of paths) {
      await page.goto(app.origin + path);
      await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
      await expect(page.getByRole("heading", { name: "Terms of the company" })).toBeVisible();
    }
    const visits = elsewhere.requests.filter((request) => request.path === "/terms");
    expect(visits.map((visit) => visit.headers.referer)).toEqual(paths.map(() => undefined));
  } finally {
    await app.dispose();
    await elsewhere.close();
  }
});
