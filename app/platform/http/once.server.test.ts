import { data, redirect, type ActionFunctionArgs } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { once, purgeFormAnswers } from "./once.server.ts";
import { makeFormKey } from "./form-key.server.ts";

let deps: TestDeps;
let formKey: string;
let timesDone: number;
beforeEach(() => {
  deps = createTestDeps();
  formKey = makeFormKey(deps);
  timesDone = 0;
});

type Sent = { path?: string; fields?: Record<string, string>; isMultipart?: boolean };

function argsFor({ path = "/admin/things/1", fields = {}, isMultipart = false }: Sent) {
  const url = new URL(path, "http://localhost:3000");
  const body = isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries({ formKey, ...fields })) body.append(name, value);
  const request = new Request(url, { method: "POST", body });
  const args = { request, url, params: {}, pattern: url.pathname, context: testContext(deps) };
  return args as unknown as ActionFunctionArgs;
}

const toList = () => redirect(`/admin/things?done=${timesDone}`, { headers: { "Set-Cookie": "toast=done" } });

/** Sends a form to an action that notes that it was run. Resolves to what it answered or threw. */
async function send(sent: Sent = {}, answer: () => unknown = toList): Promise<Response> {
  const action = async ({ request }: ActionFunctionArgs) => {
    await request.formData();
    timesDone += 1;
    return answer();
  };
  return (await once(action)(argsFor(sent)).catch((thrown: unknown) => thrown)) as Response;
}

const placeOf = (response: Response) => response.headers.get("Location");

describe("a form that is sent twice", () => {
  test("does its work once and is answered as the first time, cookies included", async () => {
    const answers = [await send({ fields: { name: "Ann" } }), await send({ fields: { name: "Ann" } })];
    expect(answers.map(placeOf)).toEqual(["/admin/things?done=1", "/admin/things?done=1"]);
    expect(answers.map((answer) => answer.headers.getSetCookie())).toEqual([["toast=done"], ["toast=done"]]);
    expect(timesDone).toBe(1);
  });

  test("does so while the first is still under way", async () => {
    let finish = () => {};
    const isFinished = new Promise<void>((resolve) => (finish = resolve));
    const slowly = async () => {
      await isFinished;
      return toList();
    };
    const first = send({}, slowly);
    const second = send({}, slowly);
    await expect.poll(() => timesDone).toBe(1);
    finish();
    expect((await Promise.all([first, second])).map(placeOf)).toEqual(Array(2).fill("/admin/things?done=1"));
    expect(timesDone).toBe(1);
  });

  test("does so after the page that keeps what was typed sent it in another encoding", async () => {
    await send({ fields: { note: "two words" } });
    await send({ fields: { note: "two words" }, isMultipart: true });
    expect(timesDone).toBe(1);
  });

  test("does so where the action throws its redirect, and where it answers with data", async () => {
    for (const path of ["/thrown", "/data"]) {
      timesDone = 0;
      const answer = () => {
        if (path === "/thrown") throw redirect(`/list?done=${timesDone}`, 303);
        return data({ codes: [timesDone] });
      };
      const [first, second] = [await send({ path }, answer), await send({ path }, answer)];
      expect(timesDone).toBe(1);
      if (path === "/thrown") expect(placeOf(second)).toBe(placeOf(first));
      else expect(second).toMatchObject({ data: { codes: [1] } });
    }
  });
});

test.each(["", "~3", ".k2x9", ".k2x9~3"])(
  "a key that ends in %j is ours: its form is answered once",
  async (end) => {
    const fields = { name: "Ann", formKey: `${formKey}${end}` };
    const [first, second] = [await send({ fields }), await send({ fields })];
    expect([placeOf(second), timesDone]).toEqual([placeOf(first), 1]);
  },
);

describe("a form is new work", () => {
  test.each<[string, () => Sent]>([
    ["with other fields", () => ({ fields: { name: "Bob" } })],
    ["with another button", () => ({ fields: { name: "Ann", intent: "again" } })],
    ["at another address", () => ({ path: "/admin/things/2", fields: { name: "Ann" } })],
    ["after an answer", () => ({ fields: { name: "Ann", formKey: `${formKey}~1` } })],
    ["on another page", () => ({ fields: { name: "Ann", formKey: makeFormKey(deps) } })],
  ])("%s", async (_how, second) => {
    await send({ fields: { name: "Ann" } });
    await send(second());
    expect(timesDone).toBe(2);
  });

  test("after it was refused", async () => {
    const refuse = () => data({ summary: "Please check" }, { status: timesDone === 1 ? 400 : 503 });
    await send({}, refuse);
    await send({}, refuse);
    const fail = () => Promise.reject(new Error("a defect"));
    expect(await send({}, fail)).toBeInstanceOf(Error);
    expect(placeOf(await send())).toBe("/admin/things?done=4");
    expect(timesDone).toBe(4);
  });

  test("after its sender had to sign in first, but not on the way through the sign-in pages", async () => {
    const signIn = () => {
      throw redirect("/admin/login?redirectTo=%2Fadmin%2Fthings%2F1");
    };
    await send({}, signIn);
    expect(placeOf(await send())).toBe("/admin/things?done=2");
    const path = "/admin/login?redirectTo=%2Fadmin%2Fthings%2F1";
    await send({ path }, signIn);
    await send({ path }, signIn);
    expect(timesDone).toBe(3);
  });

  test("after an hour, when the first answer is forgotten", async () => {
    await send();
    deps.clock.advance(59 * 60_000);
    await send();
    expect(timesDone).toBe(1);
    deps.clock.advance(2 * 60_000);
    await purgeFormAnswers(deps);
    expect(await deps.db.selectFrom("form_answers").selectAll().execute()).toEqual([]);
    await send();
    expect(timesDone).toBe(2);
  });

  test("after the process that took it was killed", async () => {
    await send();
    await deps.db.updateTable("form_answers").set({ answer_sealed: null }).execute();
    deps.clock.advance(21_000);
    await send();
    expect(timesDone).toBe(2);
  });
});

test.each(["", "not-a-key", "AAAAAAAAAAAAAAAAAAAAAA.BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB"])(
  "a form without a key of ours is served each time (%j)",
  async (key) => {
    await send({ fields: { formKey: key } });
    await send({ fields: { formKey: key } });
    expect(timesDone).toBe(2);
    expect(await deps.db.selectFrom("form_answers").selectAll().execute()).toEqual([]);
  },
);

test("the database holds neither the key, nor what was sent, nor the answer in the clear", async () => {
  await send({ fields: { name: "Margaret" } });
  const kept = JSON.stringify(await deps.db.selectFrom("form_answers").selectAll().execute());
  for (const secret of [formKey.split(".")[0]!, "Margaret", "toast=done"]) expect(kept).not.toContain(secret);
});

test("what was done is answered although the answer could not be kept", async () => {
  const dropTable = async () => {
    await deps.db.schema.dropTable("form_answers").execute();
    return toList();
  };
  expect(placeOf(await send({}, dropTable))).toBe("/admin/things?done=1");
});
