import { describe, expect, test } from "vitest";
import { INTENT, VALIDATE } from "#app/forms/validate-intent.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { makeFormKey } from "#app/platform/http/form-key.server.ts";
import { REFERRER } from "#tests/setup/drafts.ts";
import { createBooking } from "#tests/setup/factories.ts";
import type { StartPage } from "#app/features/before-booking/wizard/begin-booking.server.ts";
import { loader as assessmentsLoader } from "./assessments.tsx";
import { action, loader } from "./referrer.tsx";

type Call = { path: string; cookie?: string; form?: Record<string, string> };

function argsFor(deps: TestDeps, { path, cookie = "", form }: Call) {
  const url = new URL(path, "http://localhost:3000");
  const init = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  const request = new Request(url, { ...init, headers: { Cookie: cookie } });
  const args = { request, url, params: {}, pattern: url.pathname, context: testContext(deps) };
  return args as unknown as Parameters<typeof action>[0];
}

/** The answer of an action, whether it redirects or refuses. */
async function post(deps: TestDeps, call: Call) {
  const answer = await action(argsFor(deps, call));
  if (answer instanceof Response) {
    return { status: answer.status, headers: answer.headers, body: null };
  }
  return { status: answer.init?.status, headers: new Headers(answer.init?.headers), body: answer.data };
}

async function thrownBy(promise: Promise<unknown>): Promise<Response> {
  return promise.then(
    () => Promise.reject(new Error("nothing was thrown")),
    (thrown: unknown) => thrown as Response,
  );
}

const draftCount = async (deps: TestDeps) =>
  (await deps.db.selectFrom("drafts").select("id").execute()).length;

describe("the wizard's first page", () => {
  test("writes nothing when it is looked at", async () => {
    const deps = createTestDeps();
    const page = await loader(argsFor(deps, { path: "/booking?assessments=capacity-will,x" }));
    expect(page).toMatchObject({ draftId: null, preselected: ["Capacity to Make a Will"], unfinished: null });
    expect(await draftCount(deps)).toBe(0);
  });

  test.each(["/", "/booking", "/booking/steps/referrer"])(
    "makes a draft of the first answer at %s",
    async (path) => {
      const deps = createTestDeps();
      const answer = await post(deps, { path, form: REFERRER });
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toMatch(/^\/booking\/steps\/assessments\?draft=[\w-]{22}$/);
      expect(answer.headers.get("Set-Cookie")).toMatch(/^visitor=/);
    },
  );

  test("sent again, because the answer got lost, goes on in the draft that it made", async () => {
    const deps = createTestDeps();
    const formKey = makeFormKey(deps);
    const send = async (referrerFirstName: string) => {
      const form = { ...REFERRER, referrerFirstName, formKey };
      return (await post(deps, { path: "/", cookie: "other=1", form })).headers;
    };
    const first = await send("Joanna");
    const second = await send("Joanne");
    const step = second.get("Location")!;
    expect(step).toBe(first.get("Location"));
    expect(await draftCount(deps)).toBe(1);
    const cookie = second.get("Set-Cookie")!.split(";")[0];
    expect(first.get("Set-Cookie")).toContain(cookie);
    const draft = await loader(argsFor(deps, { path: step.replace("assessments?", "referrer?"), cookie }));
    expect(draft).toMatchObject({ saved: { referrerFirstName: "Joanne" } });
  });

  test("sent twice at once makes one draft", async () => {
    const deps = createTestDeps();
    const form = { ...REFERRER, formKey: makeFormKey(deps) };
    const answers = await Promise.all([1, 2].map(() => post(deps, { path: "/", cookie: "other=1", form })));
    expect(answers[0]!.headers.get("Location")).toBe(answers[1]!.headers.get("Location"));
    expect(await draftCount(deps)).toBe(1);
  });

  test("lets nobody choose the draft's id: a stranger comes to no booking by it", async () => {
    const deps = createTestDeps();
    const formKey = makeFormKey(deps);
    const begun = await post(deps, { path: "/", form: { ...REFERRER, formKey, cookies: "on" } });
    const id = new URL(begun.headers.get("Location")!, "http://localhost").searchParams.get("draft")!;
    await createBooking(deps, { draft_id: id });
    deps.clock.advance(49 * 3_600_000);
    await deps.db.deleteFrom("drafts").execute();
    const claims: Record<string, string>[] = [
      { newDraft: id },
      { draft: id },
      { id },
      { formKey },
      { formKey, newDraft: id },
    ];
    for (const claim of claims) {
      const answer = await post(deps, { path: "/", form: { ...REFERRER, ...claim, cookies: "on" } });
      expect(answer.headers.get("Location")).toMatch(/draft=[\w-]{22}/);
      expect(answer.headers.get("Location")).not.toContain(id);
      const cookie = answer.headers.get("Set-Cookie")!.split(";")[0];
      const opened = loader(argsFor(deps, { path: `/booking/steps/referrer?draft=${id}`, cookie }));
      await expect(opened).rejects.toMatchObject({ init: { status: 410 } });
    }
  });

  test("keeps a draft of its own where the form's draft is somebody else's", async () => {
    const deps = createTestDeps();
    const form = { ...REFERRER, formKey: makeFormKey(deps), cookies: "on" };
    const first = await post(deps, { path: "/", form });
    const other = await post(deps, { path: "/", form: REFERRER });
    const cookie = other.headers.get("Set-Cookie")!.split(";")[0];
    const second = await post(deps, { path: "/", cookie, form });
    expect(second.headers.get("Location")).not.toBe(first.headers.get("Location"));
    expect(await draftCount(deps)).toBe(3);
  });

  test("keeps a wrong first answer too, and goes on in the same draft", async () => {
    const deps = createTestDeps();
    const refused = await post(deps, { path: "/", form: { ...REFERRER, referrerEmail: "joanna" } });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      summary: "Email address must include an @ symbol",
      initialValue: { referrerFirstName: "Joanna", referrerEmail: "joanna" },
    });
    const cookie = refused.headers.get("Set-Cookie")!.split(";")[0];
    const path = `/booking/steps/referrer?draft=${refused.body!.draftId}`;
    const page = await loader(argsFor(deps, { path, cookie }));
    expect(page.saved).toMatchObject({ referrerFirstName: "Joanna", referrerEmail: "joanna" });
    expect((await post(deps, { path, cookie, form: REFERRER })).status).toBe(303);
    expect(await draftCount(deps)).toBe(1);
  });

  test("forgets an unfinished booking, and keeps what was typed below the offer", async () => {
    const deps = createTestDeps();
    const mine = await post(deps, { path: "/", form: REFERRER });
    const cookie = mine.headers.get("Set-Cookie")!.split(";")[0]!;
    const { unfinished } = await loader(argsFor(deps, { path: "/", cookie }));
    const discard = { intent: "discard", discardDraft: unfinished!.id };
    const form = { referrerFirstName: "Peter", referrerCountryCode: "+44", ...discard };
    const afresh = await post(deps, { path: "/?assessments=capacity-will", cookie, form });
    expect(await draftCount(deps)).toBe(1);
    const page = await loader(argsFor(deps, { path: afresh.headers.get("Location")!, cookie }));
    expect(page.saved).toMatchObject({ referrerFirstName: "Peter" });
    const blank = { referrerCountryCode: "+44", intent: "discard", discardDraft: page.draftId! };
    const again = await post(deps, { path: "/?assessments=capacity-will", cookie, form: blank });
    expect(again.headers.get("Location")).toBe("/booking?assessments=capacity-will");
    expect(await draftCount(deps)).toBe(0);
  });

  test("keeps nothing of a form that only asks for its messages", async () => {
    const deps = createTestDeps();
    const refused = await post(deps, { path: "/", form: { ...REFERRER, referrerEmail: "joanna" } });
    const cookie = refused.headers.get("Set-Cookie")!.split(";")[0];
    const path = `/booking/steps/referrer?draft=${refused.body!.draftId}`;
    const asked = await post(deps, { path, cookie, form: { ...REFERRER, [INTENT]: VALIDATE } });
    expect(asked).toMatchObject({ status: 400, body: { error: {}, summary: "" } });
    const page = await loader(argsFor(deps, { path, cookie }));
    expect(page.saved).toMatchObject({ referrerEmail: "joanna" });
  });

  test("forgets an unfinished booking on request, and nobody else's", async () => {
    const deps = createTestDeps();
    const mine = await post(deps, { path: "/", form: REFERRER });
    const cookie = mine.headers.get("Set-Cookie")!.split(";")[0];
    const page = await loader(argsFor(deps, { path: "/", cookie }));
    const discardDraft = page.unfinished!.id;
    const form = { intent: "discard", discardDraft };
    await post(deps, { path: "/", form });
    expect(await draftCount(deps)).toBe(1);
    await post(deps, { path: "/", cookie, form });
    expect(await draftCount(deps)).toBe(0);
  });
});

describe("in a browser that refuses cookies", () => {
  async function beginWithoutCookies(deps: TestDeps, fields: Record<string, string> = {}) {
    const form = { ...REFERRER, ...fields, formKey: makeFormKey(deps) };
    const answer = await post(deps, { path: "/booking?assessments=capacity-will", form });
    return new URL(answer.headers.get("Location")!, "http://localhost:3000");
  }
  const open = (deps: TestDeps, to: URL, cookie = "") =>
    loader(argsFor(deps, { path: to.pathname + to.search, cookie })) as Promise<StartPage>;

  test("step 1 comes back with what was typed, and goes on as a new booking", async () => {
    const deps = createTestDeps();
    const to = await beginWithoutCookies(deps);
    const refused = await thrownBy(assessmentsLoader(argsFor(deps, { path: to.pathname + to.search })));
    const back = new URL(refused.headers.get("Location")!, to);
    expect(back.pathname).toBe("/booking");
    const page = await open(deps, back);
    expect(page.saved).toMatchObject({ referrerFirstName: "Joanna", referrerPhone: "07700 900123" });
    expect(page.preselected).toEqual(["Capacity to Make a Will"]);
    expect(page.retryHref).toBe("/booking?assessments=capacity-will");
  });

  test("a stranger with the draft's address sees nothing of it, nor with the note of another draft", async () => {
    const deps = createTestDeps();
    const mine = await beginWithoutCookies(deps);
    const other = await beginWithoutCookies(deps, { referrerFirstName: "Ann" });
    const forged = new URL(mine);
    forged.searchParams.set("cookies", other.searchParams.get("cookies")!);
    expect((await open(deps, new URL(`/booking${forged.search}`, forged))).saved).toEqual({});
    deps.clock.advance(11 * 60_000);
    expect((await open(deps, new URL(`/booking${mine.search}`, mine))).saved).toEqual({});
  });

  test("one whose cookie does come back goes on, and the note leaves the address", async () => {
    const deps = createTestDeps();
    const form = { ...REFERRER, formKey: makeFormKey(deps) };
    const answer = await post(deps, { path: "/", form });
    const cookie = answer.headers.get("Set-Cookie")!.split(";")[0];
    const path = answer.headers.get("Location")!;
    const { headers } = await thrownBy(assessmentsLoader(argsFor(deps, { path, cookie })));
    expect(headers.get("Location")).toMatch(/^\/booking\/steps\/assessments\?draft=[\w-]{22}$/);
  });

  test("is not asked where a script said that cookies are accepted, or one came", async () => {
    const deps = createTestDeps();
    for (const [cookie, cookies] of [
      ["toast=1", ""],
      ["", "on"],
    ] as const) {
      const form = { ...REFERRER, cookies, formKey: makeFormKey(deps) };
      const answer = await post(deps, { path: "/", cookie, form });
      expect(answer.headers.get("Location")).toMatch(/^\/booking\/steps\/assessments\?draft=[\w-]{22}$/);
    }
  });
});
