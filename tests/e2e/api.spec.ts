import { expect, expectAccessible, inBothModes, open, test } from "#tests/setup/journey.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";

const BOOKING = {
  selectedAssessments: ["Capacity to Make a Will"],
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna.reeve@example.org",
  referrerPhone: "07700 900123",
  referrerRelationship: "Daughter",
  assessmentLocation: "Leeds",
};

function post(origin: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(origin + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

test.describe("the API over HTTP", () => {
  test("a program books without an Origin, and from our own pages with one; another site may not", async ({
    app,
  }) => {
    expect((await post(app.origin, "/api/bookings", BOOKING)).status).toBe(201);
    expect((await post(app.origin, "/api/bookings", BOOKING, { Origin: app.origin })).status).toBe(201);
    for (const Origin of ["https://evil.example", "null"]) {
      const refused = await post(app.origin, "/api/bookings", BOOKING, { Origin });
      expect(refused.status).toBe(403);
      expect(Object.keys(await refused.json()).sort()).toEqual(["message", "requestId"]);
    }
  });

  test("a session cookie counts only with our own Origin; a bearer token needs none", async ({ app }) => {
    const staff = await createUser(app.deps, { role_id: "administrator" });
    const { cookie, bearer } = await signInAs(app.deps, staff);
    const link = { email: "a@example.org", assessments: ["capacity-will"], link: "https://evil.example/x" };
    const path = "/api/admin/send-booking-link";
    expect((await post(app.origin, path, link, { Cookie: cookie })).status).toBe(403);
    const sent = await post(app.origin, path, link, { Cookie: cookie, Origin: app.origin });
    expect(await sent.json()).toEqual({
      success: true,
      link: `${app.origin}/booking?assessments=capacity-will`,
    });
    const byToken = await post(app.origin, path, link, { Authorization: `Bearer ${bearer}` });
    expect(byToken.status).toBe(200);
  });

  test("refuses what is too large, and answers nothing under /api with a page", async ({ app }) => {
    const { id, token } = await createBooking(app.deps);
    const long = { bookingId: id, healthWelfare: { situationSummary: "x".repeat(40_000) } };
    expect((await post(app.origin, `/api/referral-forms?token=${token}`, long)).status).toBe(201);
    const tooLong = await post(app.origin, "/api/bookings", { ...BOOKING, notes: "x".repeat(70_000) });
    expect(tooLong.status).toBe(413);
    for (const [method, path, status, allow] of [
      ["GET", "/api/nothing/here", 404, null],
      ["POST", "/api", 404, null],
      ["DELETE", "/api/bookings", 405, "GET, HEAD, POST"],
      ["GET", "/api/auth/login", 405, "POST"],
      ["PUT", `/api/referral-forms/${id}`, 405, "PATCH"],
      ["POST", "/api/openapi.json", 405, "GET, HEAD"],
      ["GET", "/api/webhooks/postmark", 405, "POST"],
      ["PUT", "/api/mail/unsubscribe/x", 405, "GET, HEAD, POST"],
    ] as const) {
      const answer = await fetch(app.origin + path, { method });
      expect([method, path, answer.status, answer.headers.get("Allow")]).toEqual([
        method,
        path,
        status,
        allow,
      ]);
      expect(answer.headers.get("Content-Type")).toContain("application/json");
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    }
  });
});

inBothModes(
  "the documentation lists every call, and with scripts shows its fields",
  async ({ page, hasJavaScript }) => {
    await open(page, "/api/docs", hasJavaScript);
    await expect(page.getByRole("heading", { name: "API", exact: true })).toBeVisible();
    if (!hasJavaScript) {
      return expect(page.getByText("PATCH /api/referral-forms/{formId}")).toBeVisible();
    }
    const firstCall = page.locator("#operations-Bookings-createBooking");
    // Swagger UI is over a megabyte of script: a busy machine takes long to run it.
    await expect(firstCall).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page);
    await firstCall.locator(".opblock-summary-control").click();
    await expect(firstCall.getByText("referrerRelationship").first()).toBeVisible();
  },
);
