import { data, redirect, type ServerBuild } from "react-router";
import { expect, test, vi } from "vitest";
import { serverBuild } from "#tests/setup/server-build.ts";
import { requestScope, type RequestScope } from "#app/context.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createApplication } from "./application.server.ts";
import { createRouteTable } from "./route-table.server.ts";
import { sharedPage } from "./shared-pages.server.ts";

type RouteModule = NonNullable<ServerBuild["routes"][string]>["module"];
type Module = Partial<RouteModule>;

/** An application of a root and one page; `render` stands for the rendering, and is counted. */
function build(page: Module, root: Module = {}) {
  const render = vi.fn((_request, status: number, headers: Headers, context, loadContext) => {
    headers.set("Content-Type", "text/html; charset=utf-8");
    const scope = loadContext.get(requestScope) as RequestScope;
    scope.document = `${scope.nonce} ${JSON.stringify(context.staticHandlerContext.loaderData)}`;
    return new Response(null, { status, headers });
  });
  const module = (own: Module) => ({ default: () => null, ...own }) as unknown as RouteModule;
  const routes: ServerBuild["routes"] = {
    root: { id: "root", path: "", module: module(root) },
    page: { id: "page", parentId: "root", path: "page/:id", module: module(page) },
  };
  const built = serverBuild({
    routes,
    entry: { module: { default: render, handleError() {} } },
  });
  return { built, render };
}

const NONCES = ["n".repeat(22), "m".repeat(22)];

function start({ built, render }: ReturnType<typeof build>) {
  const application = createApplication(built, "production");
  const match = createRouteTable(built);
  const deps = createTestDeps();
  let count = 0;
  const visit = async (init?: RequestInit, path = "/page/7") => {
    const scope: RequestScope = {
      deps,
      requestId: deps.ids.uuid(),
      nonce: NONCES[count++ % 2]!,
      clientAddress: "::1",
    };
    const request = new Request(`https://book.example.org${path}`, init);
    const answer = await application(request, scope, match(path));
    return { answer, scope };
  };
  return { visit, render };
}

const POST = { method: "POST", body: new URLSearchParams({ a: "1" }) };

test("a page that everybody gets alike is rendered once, and carries each visitor's own identifiers", async () => {
  const ids = ["A", "B"].map((letter) => letter.repeat(22));
  const loader = vi.fn(() => sharedPage({ draftId: ids[0] }, [ids.shift()!]));
  const { visit, render } = start(build({ loader: loader as never }));
  const [first, second] = [await visit(), await visit()];
  expect(String(first.scope.document)).toBe(`${NONCES[0]} {"page":{"draftId":"${"A".repeat(22)}"}}`);
  expect(String(second.scope.document)).toBe(`${NONCES[1]} {"page":{"draftId":"${"B".repeat(22)}"}}`);
  expect(second.answer.status).toBe(200);
  expect([...second.answer.headers]).toEqual([...first.answer.headers]);
  expect(render).toHaveBeenCalledTimes(1);
  expect(loader).toHaveBeenCalledTimes(2);
});

test("a page of one visitor's own is rendered each time, its loaders run once", async () => {
  const loader = vi.fn(() => ({ name: "Ann" }));
  const { visit, render } = start(build({ loader: loader as never }));
  await visit();
  await visit();
  expect(render).toHaveBeenCalledTimes(2);
  expect(loader).toHaveBeenCalledTimes(2);
});

test("a page without scripts is another page", async () => {
  const { visit, render } = start(build({ loader: (() => sharedPage({}, [])) as never }));
  await visit();
  await visit({ headers: { "Save-Data": "on" } });
  expect(render).toHaveBeenCalledTimes(2);
});

test("a form's redirect goes out as the action made it, after one run, returned or thrown", async () => {
  const headers = { "Set-Cookie": "a=1" };
  for (const isThrown of [false, true]) {
    const action = vi.fn(({ params }: { params: { id: string } }) => {
      const answer = redirect(`/done/${params.id}`, { status: 303, headers });
      if (isThrown) throw answer;
      return answer;
    });
    const { visit, render } = start(build({ action: action as never }));
    const { answer } = await visit(POST);
    expect([answer.status, answer.headers.get("Location"), answer.headers.getSetCookie()]).toEqual([
      303,
      "/done/7",
      ["a=1"],
    ]);
    expect(action).toHaveBeenCalledTimes(1);
    expect(render).not.toHaveBeenCalled();
  }
});

test.each([
  ["a refusal", () => data({ summary: "Please check" }, 400), 400],
  ["a plain value", () => ({ ok: true }), 200],
  ["a missing record", () => Promise.reject(data(null, { status: 404 })), 404],
  ["a defect", () => Promise.reject(new Error("x")), 500],
])("an action's answer that is %s goes through the router, after one run", async (_what, act, status) => {
  const action = vi.fn(act);
  const { visit, render } = start(build({ action: action as never }));
  expect((await visit(POST)).answer.status).toBe(status);
  expect(action).toHaveBeenCalledTimes(1);
  expect(render).toHaveBeenCalledTimes(1);
});

test("a loader that fails is answered by the router, after one run", async () => {
  const loader = vi.fn(() => Promise.reject(data(null, { status: 410 })));
  const { visit } = start(build({ loader: loader as never }));
  expect((await visit()).answer.status).toBe(410);
  expect(loader).toHaveBeenCalledTimes(1);
});

test("a loader's redirect goes out as it is, after one run", async () => {
  const loader = vi.fn(() => {
    throw redirect("/elsewhere", { status: 303, headers: { "Set-Cookie": "a=1" } });
  });
  const { visit, render } = start(build({ loader: loader as never }, { loader: (() => ({})) as never }));
  const { answer } = await visit();
  expect([answer.status, answer.headers.get("Location"), answer.headers.getSetCookie()]).toEqual([
    303,
    "/elsewhere",
    ["a=1"],
  ]);
  expect(loader).toHaveBeenCalledTimes(1);
  expect(render).not.toHaveBeenCalled();
});

test("a page with a visitor's words is rendered once, and nobody else's words are in it", async () => {
  const names = ["Ann", "O'Neill"];
  const loader = vi.fn(() => sharedPage({ name: names.shift()! }, [], ["name"]));
  const { visit, render } = start(build({ loader: loader as never }));
  const [first, second] = [await visit(), await visit()];
  expect(String(first.scope.document)).toBe(`${NONCES[0]} {"page":{"name":"Ann"}}`);
  expect(String(second.scope.document)).toBe(`${NONCES[1]} {"page":{"name":"O&#x27;Neill"}}`);
  expect(render).toHaveBeenCalledTimes(1);
});

test("an action that leads to another site is the router's to answer", async () => {
  const action = vi.fn(() => redirect("//evil.example/x"));
  const { visit } = start(build({ action: action as never }));
  await visit(POST);
  expect(action).toHaveBeenCalledTimes(1);
});
