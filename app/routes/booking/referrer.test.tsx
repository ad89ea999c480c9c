import { describe, expect, test } from "vitest";
import { INTENT, VALIDATE } from "#app/forms/validate-intent.ts";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { action, loader } from "./referrer.tsx";

const JOANNA = {
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna@example.org",
  referrerPhone: "07700 900123",
  referrerCountryCode: "+44",
  referrerRelationship: "Daughter",
};

type Call = { path: string; cookie?: string; form?: Record<string, string> };

function argsFor(deps: TestDeps, { path, cookie = "", form }: Call) {
  const url = new URL(path, "http://localhost:3000");
  const init = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  const request = new Request(url, { ...init, headers: { Cookie: cookie } });
  const args = { request, url, params: {}, pattern: url.pathname, context: testContext(deps) };
  return args as unknown as Parameters<typeof action>[0];
}

/** What an action answers, whether it redirects or refuses. */
async function post(deps: TestDeps, call: Call) {
  const answer = await action(argsFor(deps, call));
  if (answer instanceof Response) {
    return { status: answer.status, headers: answer.headers, body: null };
  }
  return { status: answer.init?.status, headers: new Headers(answer.init?.headers), body: answer.data };
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
      const answer = await post(deps, { path, form: JOANNA });
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toMatch(/^\/booking\/steps\/assessments\?draft=[\w-]{22}$/);
      expect(answer.headers.get("Set-Cookie")).toMatch(/^visitor=/);
    },
  );

  test("sent again, because the answer got lost, goes on in the draft that it made", async () => {
    const deps = createTestDeps();
    const earlier = await post(deps, { path: "/", form: JOANNA });
    const cookie = earlier.headers.get("Set-Cookie")!.split(";")[0]!;
    const page = await loader(argsFor(deps, { path: "/", cookie }));
    const send = async (referrerFirstName: string) => {
      const form = { ...JOANNA, referrerFirstName, newDraft: (page as { newDraftId: string }).newDraftId };
      return (await post(deps, { path: "/", cookie, form })).headers.get("Location")!;
    };
    const first = await send("Joanna");
    expect(await send("Joanne")).toBe(first);
    expect(await draftCount(deps)).toBe(2);
    const draftPath = first.replace("assessments?", "referrer?");
    const draft = await loader(argsFor(deps, { path: draftPath, cookie }));
    expect(draft).toMatchObject({ saved: { referrerFirstName: "Joanne" } });
  });

  test("makes a draft of its own where the wanted one is somebody else's", async () => {
    const deps = createTestDeps();
    const form = { ...JOANNA, newDraft: "A".repeat(22) };
    const first = await post(deps, { path: "/", form });
    expect(first.headers.get("Location")).toContain("A".repeat(22));
    const second = await post(deps, { path: "/", form });
    expect(second.headers.get("Location")).not.toBe(first.headers.get("Location"));
    expect(await draftCount(deps)).toBe(2);
  });

  test("keeps a wrong first answer too, and goes on in the same draft", async () => {
    const deps = createTestDeps();
    const refused = await post(deps, { path: "/", form: { ...JOANNA, referrerEmail: "joanna" } });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      summary: "Email address must include an @ symbol",
      initialValue: { referrerFirstName: "Joanna", referrerEmail: "joanna" },
    });
    const cookie = refused.headers.get("Set-Cookie")!.split(";")[0];
    const path = `/booking/steps/referrer?draft=${refused.body!.draftId}`;
    const page = await loader(argsFor(deps, { path, cookie }));
    expect(page.saved).toMatchObject({ referrerFirstName: "Joanna", referrerEmail: "joanna" });
    expect((await post(deps, { path, cookie, form: JOANNA })).status).toBe(303);
    expect(await draftCount(deps)).toBe(1);
  });

  test("forgets an unfinished booking, and keeps what was typed below the offer", async () => {
    const deps = createTestDeps();
    const mine = await post(deps, { path: "/", form: JOANNA });
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
    const refused = await post(deps, { path: "/", form: { ...JOANNA, referrerEmail: "joanna" } });
    const cookie = refused.headers.get("Set-Cookie")!.split(";")[0];
    const path = `/booking/steps/referrer?draft=${refused.body!.draftId}`;
    const asked = await post(deps, { path, cookie, form: { ...JOANNA, [INTENT]: VALIDATE } });
    expect(asked).toMatchObject({ status: 400, body: { error: {}, summary: "" } });
    const page = await loader(argsFor(deps, { path, cookie }));
    expect(page.saved).toMatchObject({ referrerEmail: "joanna" });
  });

  test("forgets an unfinished booking on request, and nobody else's", async () => {
    const deps = createTestDeps();
    const mine = await post(deps, { path: "/", form: JOANNA });
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
