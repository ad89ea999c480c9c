import { describe, expect, it } from "vitest";
import { readReferral } from "#app/features/referral/queries.server.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { render } from "#tests/setup/rendered-site.ts";
import * as autosave from "./autosave.ts";
import * as legal from "./legal-information.tsx";
import * as print from "./print.tsx";
import * as start from "./start.tsx";
import * as step from "./step.tsx";

type Handler = (args: never) => Promise<unknown>;
type Answer = { status: number; headers: Headers; body: unknown };

/** Calls a loader or an action and tells its answer, thrown or returned, in one shape. */
async function call(handler: Handler, deps: TestDeps, request: Request, step?: string): Promise<Answer> {
  const bookingId = new URL(request.url).pathname.split("/")[2];
  const args = { request, params: { bookingId, step }, context: testContext(deps) };
  const answer: unknown = await handler(args as never).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) {
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
  }
  if (answer instanceof Error) throw answer;
  const { data, init } = answer as { data: unknown; init: ResponseInit | null };
  return { status: init?.status ?? 200, headers: new Headers(init?.headers), body: data };
}

async function setUp() {
  const deps = createTestDeps();
  const booking = await createBooking(deps, {}, [
    { assessment_id: "capacity-will", name: "Capacity to Make a Will", price_pence: 59_500 },
    { assessment_id: "capacity-marry", name: "Capacity to Marry", price_pence: null },
  ]);
  const request = (path: string, fields?: Record<string, string>, cookie = "") =>
    new Request(`http://localhost:3000/referral-form/${booking.id}${path}`, {
      headers: { Cookie: cookie },
      ...(fields ? { method: "POST", body: new URLSearchParams(fields) } : {}),
    });
  const token = `?token=${booking.token}`;
  const post = (slug: string, fields: Record<string, string>) =>
    call(step.action as Handler, deps, request(`/${slug}${token}`, fields), slug);
  const answers = async () => (await readReferral(deps, booking)).section("testamentary").answers;
  return { deps, booking, request, token, post, answers };
}

describe("who may open a referral form", () => {
  it("leads staff, and nobody else, back to the booking's page", async () => {
    const { deps, booking, token } = await setUp();
    const back = `href="/admin/bookings/${booking.id}"`;
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    for (const page of ["personal-details", "legal-information"]) {
      const path = `/referral-form/${booking.id}/${page}`;
      expect((await render(deps, path, cookie)).text).toContain(back);
      const referrers = (await render(deps, path + token)).text;
      expect(referrers).toContain(booking.reference);
      expect(referrers).not.toContain(back);
    }
  });

  it.each([
    ["start", start.loader],
    ["step", step.loader],
    ["autosave", autosave.action],
    ["legal information", legal.loader],
    ["submit", legal.action],
    ["print", print.loader],
  ])("%s answers a wrong token and a booking that is not there alike", async (_, handler) => {
    const { deps, booking, request } = await setUp();
    const wrong = await call(handler as Handler, deps, request("?token=wrong"), "testamentary");
    const absentUrl = request("?token=wrong").url.replace(booking.id, deps.ids.uuid());
    const absent = await call(handler as Handler, deps, new Request(absentUrl), "testamentary");
    expect(wrong).toEqual({ status: 404, headers: new Headers(), body: { page: "booking-not-found" } });
    expect(absent).toEqual(wrong);
  });

  it("refuses a posted step with what was typed in it, alike for a wrong token and an absent booking", async () => {
    const { deps, booking, request } = await setUp();
    const refused = request("/testamentary?token=wrong", { familyTree: "One son", intent: "continue" });
    const absentUrl = refused.url.replace(booking.id, deps.ids.uuid());
    const absent = new Request(absentUrl, refused.clone());
    const answer = await call(step.action as Handler, deps, refused, "testamentary");
    expect(answer).toMatchObject({
      status: 404,
      body: {
        page: "booking-not-found",
        resend: {
          fields: [
            ["familyTree", "One son"],
            ["intent", "continue"],
          ],
        },
      },
    });
    expect(await call(step.action as Handler, deps, absent, "testamentary")).toEqual(answer);
    expect(await deps.db.selectFrom("referral_forms").select("id").execute()).toEqual([]);
  });

  it("goes on without the token once it opened the form", async () => {
    const { deps, request, token } = await setUp();
    const opened = await call(start.loader as Handler, deps, request(token));
    expect(opened.status).toBe(302);
    expect(opened.headers.get("Location")).toContain("/personal-details?token=");
    const cookie = opened.headers.get("Set-Cookie")!.split(";")[0]!;
    const next = request("/communication-risk", undefined, cookie);
    expect((await call(step.loader as Handler, deps, next, "communication-risk")).status).toBe(200);
  });

  it("shows a step that the booking does not have as not found", async () => {
    const { deps, request, token } = await setUp();
    for (const slug of ["gift", "nonsense"]) {
      expect((await call(step.loader as Handler, deps, request(`/${slug}${token}`), slug)).status).toBe(404);
    }
  });

  it("notes that staff looked, and nothing when the referrer did", async () => {
    const { deps, request, token } = await setUp();
    const { cookie } = await signInAs(deps, await createUser(deps, { role_id: "coordinator" }));
    await call(step.loader as Handler, deps, request(`/testamentary${token}`), "testamentary");
    await call(step.loader as Handler, deps, request("/testamentary", undefined, cookie), "testamentary");
    await call(print.loader as Handler, deps, request("/print", undefined, cookie));
    const audit = await deps.db.selectFrom("audit_log").select(["action", "actor_kind"]).execute();
    expect(audit).toEqual([
      { action: "referral.viewed", actor_kind: "staff" },
      { action: "referral.printed", actor_kind: "staff" },
    ]);
  });
});

describe("a step without scripts", () => {
  it.each([
    [{ intent: "continue" }, "/capacity-to-marry"],
    [{ intent: "back" }, "/personal-details"],
    [{ intent: "save" }, "/testamentary"],
    [{ goTo: "communication-risk" }, "/communication-risk"],
    [{ goTo: "https://example.org" }, "/capacity-to-marry"],
  ])("saves unfinished answers with %j and goes to %s", async (pressed, to) => {
    const { booking, post, answers } = await setUp();
    const answer = await post("testamentary", { familyTree: "One son", version: "0", ...pressed });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe(`/referral-form/${booking.id}${to}`);
    expect(await answers()).toMatchObject({ familyTree: "One son" });
  });

  it("answers a stale save with both texts and keeps what was typed", async () => {
    const { post, answers } = await setUp();
    await post("testamentary", { familyTree: "One daughter", version: "0" });
    const stale = await post("testamentary", { familyTree: "Two sons", version: "0" });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      initialValue: { familyTree: "Two sons" },
      conflict: { version: 1, fields: [{ saved: "One daughter", mine: "Two sons" }] },
    });
    expect(await answers()).toMatchObject({ familyTree: "One daughter" });
    await post("testamentary", { familyTree: "Two sons", version: "1", "choose.familyTree": "mine" });
    expect(await answers()).toMatchObject({ familyTree: "Two sons" });
  });

  it("asks again, in a second conflict, for a text that was given up in the first", async () => {
    const { post } = await setUp();
    await post("testamentary", { familyTree: "One daughter", version: "0" });
    await post("testamentary", { estateSize: "Small", version: "1" });
    const mine = { familyTree: "Two sons", estateSize: "Large", "choose.familyTree": "saved" };
    const again = await post("testamentary", { ...mine, "choose.estateSize": "mine", version: "1" });
    expect(again.body).toMatchObject({
      conflict: {
        fields: [
          { saved: "One daughter", mine: "Two sons", isSavedLikelier: true },
          { saved: "Small", mine: "Large", isSavedLikelier: false },
        ],
      },
    });
  });

  it("refuses an answer that cannot be, at its field, and keeps the rest on the page", async () => {
    const { post } = await setUp();
    const refused = await post("personal-details", { firstName: "Edith", title: "Lord" });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      initialValue: { firstName: "Edith" },
      error: { title: ["Title must be one of the options."] },
    });
  });

  it.each([
    ["an answer that cannot be", { title: "Lord" }, 400],
    ["too many saves", {}, 429],
  ])("refuses %s and does not let the next save overwrite what it has not seen", async (_, wrong, status) => {
    const { deps, booking, post, token } = await setUp();
    const path = `/referral-form/${booking.id}/personal-details${token}`;
    const sentOn = /name="(version|seen)"[^>]* value="([^"]*)"/g;
    const baseOf = (html: string) => Object.fromEntries([...html.matchAll(sentOn)].map(([, k, v]) => [k, v]));
    await post("personal-details", { firstName: "Edith", version: "0" });
    const base = baseOf((await render(deps, path)).text) as Record<string, string>;
    expect(base.version).toBe("1");
    for (let count = status === 429 ? 1 : 60; count <= 60; count += 1)
      await post("personal-details", { firstName: `Of another ${count}` });
    const typed = { ...base, firstName: "Edyth" };
    const refused = await render(deps, path, "", { ...typed, ...wrong });
    expect(refused.status).toBe(status);
    expect(baseOf(refused.text)).toEqual(base);
    deps.clock.advance(60_000);
    expect((await render(deps, path, "", { ...typed, ...baseOf(refused.text) })).status).toBe(409);
  });

  it("keeps what was chosen of two texts when an answer is refused", async () => {
    const { deps, booking, post, token } = await setUp();
    await post("personal-details", { firstName: "Edith", "dob-day": "2", version: "0" });
    const path = `/referral-form/${booking.id}/personal-details${token}`;
    const refused = await render(deps, path, "", {
      version: "1",
      firstName: "Edyth",
      lastName: "Hall",
      "dob-day": "3",
      "choose.firstName": "saved",
      "choose.dob": "saved",
      title: "Lord",
    });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/name="firstName"[^>]* value="Edith"/);
    expect(refused.text).toMatch(/name="dob-day"[^>]* value="2"/);
    expect(refused.text).toMatch(/name="lastName"[^>]* value="Hall"/);
  });

  it("goes on from a form that is not configured", async () => {
    const { booking, post } = await setUp();
    const answer = await post("capacity-to-marry", { intent: "continue" });
    expect(answer.headers.get("Location")).toBe(`/referral-form/${booking.id}/communication-risk`);
  });

  it("saves 60 times a minute and no more, with what was typed still there", async () => {
    const { deps, post } = await setUp();
    for (let count = 1; count <= 60; count += 1) {
      expect((await post("testamentary", { familyTree: `son ${count}` })).status).toBe(303);
    }
    const refused = await post("testamentary", { familyTree: "son 61" });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ initialValue: { familyTree: "son 61" } });
    deps.clock.advance(60_000);
    expect((await post("testamentary", { familyTree: "son 61" })).status).toBe(303);
  });
});

describe("saving while one types", () => {
  it("answers shortly, with the version and the time", async () => {
    const { deps, request, token } = await setUp();
    const save = (fields: Record<string, string>) =>
      call(
        autosave.action as Handler,
        deps,
        request(`/testamentary/autosave${token}`, fields),
        "testamentary",
      );
    expect(await save({ familyTree: "One son", version: "0" })).toMatchObject({
      status: 200,
      body: { kind: "saved", version: 1, savedAt: "09:00", progress: "in-progress" },
    });
    expect(await save({ familyTree: "Two sons", version: "0" })).toMatchObject({
      status: 409,
      body: { kind: "conflict", conflict: { version: 1 } },
    });
    expect(await save({ familyTree: "x".repeat(50_001), version: "1" })).toMatchObject({
      status: 400,
      body: { kind: "refused", message: "Family tree is too long: please keep it to 50,000 characters." },
    });
  });
});

it("a save while one types reads and decrypts its own section alone", async () => {
  const { deps, request, token, post } = await setUp();
  await post("testamentary", { familyTree: "One son" });
  await post("personal-details", { firstName: "Ada" });
  await deps.db
    .updateTable("referral_sections")
    .set({ answers_sealed: "not to be read" })
    .where("section", "=", "personalDetails")
    .execute();
  const saved = await call(
    autosave.action as Handler,
    deps,
    request(`/testamentary/autosave${token}`, { familyTree: "Two sons", version: "1" }),
    "testamentary",
  );
  expect(saved).toMatchObject({ status: 200, body: { kind: "saved", version: 2 } });
});

describe("the last step", () => {
  it("names what is missing and links to it", async () => {
    const { deps, booking, request, token } = await setUp();
    const refused = await call(legal.action as Handler, deps, request(`/legal-information${token}`, {}));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      problems: expect.arrayContaining([
        {
          message: "Please enter the date of birth.",
          sectionTitle: "Personal Details",
          href: `/referral-form/${booking.id}/personal-details?check#personal-details-dob`,
        },
      ]),
    });
  });
});
