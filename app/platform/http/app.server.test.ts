import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ActionFunctionArgs, HandleErrorFunction, ServerBuild } from "react-router";
import { expect, onTestFinished, test } from "vitest";
import { serverBuild } from "#tests/setup/server-build.ts";
import { notePattern, requestScope } from "#app/context.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { siteRules } from "#app/site-rules.ts";
import { createHttpApp } from "./app.server.ts";
import { formLimit, formWithFile, LONG_FORM } from "./form-limit.server.ts";
import { createHttpServer, listen, TIMEOUTS } from "./server.server.ts";

type RouteModule = NonNullable<ServerBuild["routes"][string]>["module"];

/** 64 MB in all: more than the sockets' buffers take. */
const PIECES = 1_000;
const PIECE = Buffer.alloc(64 * 1024, "a");

const PICTURE = 100 * 1024;

/** A tiny application in the framework's own form: an echo, a defect, a full disk, and an API. */
function tinyBuild(count: { pieces: number }): ServerBuild {
  const echo: Partial<RouteModule> = {
    loader: ({ request }) => Response.json({ url: request.url, origin: request.headers.get("origin") }),
    action: async ({ request }) => {
      const bytes = (await request.arrayBuffer()).byteLength;
      return Response.json({ bytes, origin: request.headers.get("origin") });
    },
  };
  const failing = (error: Error): Partial<RouteModule> => ({
    loader: () => Promise.reject(error),
    action: () => Promise.reject(error),
  });
  const diskFull = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  const page: Partial<RouteModule> = {
    loader: () =>
      new Response(`<!doctype html>${"words ".repeat(500)}`, { headers: { "Content-Type": "text/html" } }),
  };
  const modules: Record<string, Partial<RouteModule>> = {
    "booking/:bookingId": echo,
    "api/echo": echo,
    "referral-form/:bookingId": { ...echo, action: formLimit(LONG_FORM, (args) => echo.action!(args)) },
    complaints: { ...echo, action: formLimit(LONG_FORM, (args) => echo.action!(args)) },
    "referral-form/:bookingId/documents": {
      action: formLimit("streamed", () => Response.json("refused unread", { status: 409 })),
    },
    "admin/bookings/:bookingId/documents": {
      action: formLimit(
        "streamed",
        () => new Response(null, { status: 302, headers: { Location: "/admin/login?redirectTo=%2F" } }),
      ),
    },
    picture: {
      action: formLimit({ fileBytes: PICTURE }, async ({ request, context }: ActionFunctionArgs) => {
        const form = await formWithFile(context.get(requestScope), request);
        const file = form.get("file") as File;
        const isTooLarge = file.size > PICTURE;
        return Response.json([form.get("note"), file.name, isTooLarge || file.size]);
      }),
    },
    page,
    form: { action: async ({ request }) => Response.json([...(await request.formData())]) },
    copied: { action: async ({ request }) => Response.json([...(await request.clone().formData())]) },
    limited: {
      loader: async ({ context }) => {
        const { deps } = context.get(requestScope);
        const verdict = await hitRateLimit(deps, { name: "test", limit: 5, seconds: 3600 }, "somebody");
        return new Response(null, { status: verdict.isAllowed ? 200 : 429 });
      },
    },
    cookies: {
      loader: () => {
        const headers = new Headers();
        for (const cookie of ["a=1; Path=/", "b=secure; Secure"]) headers.append("Set-Cookie", cookie);
        return new Response(null, { headers });
      },
    },
    broken: failing(new Error("canary in the message")),
    full: failing(diskFull),
    moved: {
      loader: () => new Response(null, { status: 302, headers: { Location: "/page" } }),
      action: () => new Response(null, { status: 302, headers: { Location: "/page" } }),
    },
    long: {
      loader: ({ url }) => {
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            if (count.pieces === PIECES) return controller.close();
            count.pieces += 1;
            controller.enqueue(PIECE);
          },
        });
        const length = url.searchParams.has("length") && `${PIECES * PIECE.length}`;
        const headers = { "Content-Type": "text/csv", ...(length && { "Content-Length": length }) };
        return new Response(body, { headers });
      },
    },
    "*": { loader: () => Response.json(null, { status: 404 }) },
  };
  const routes = Object.fromEntries(
    Object.entries(modules).map(([path, module]) => [
      path,
      { id: path, path: `/${path}`, module: { middleware: [notePattern], ...module } as RouteModule },
    ]),
  );
  return serverBuild({
    routes,
    entry: {
      module: {
        default: () => new Response("unused"),
        handleError: ((error, { context }) => {
          context.get(requestScope).failure ??= error;
        }) satisfies HandleErrorFunction,
      },
    },
  });
}

async function startTiny(variables: Record<string, string> = {}, state = { isStarting: false }) {
  const logged: string[] = [];
  const base = createTestDeps({ APP_ORIGIN: "https://book.example.org", ...variables });
  const record = (message: string, fields?: object) =>
    void logged.push(JSON.stringify({ message, ...fields }));
  const deps = { ...base, log: { info: record, warn: record, error: record } };
  const lifecycle = { ...state, isStopping: false };
  const count = { pieces: 0 };
  const build = tinyBuild(count);
  const server = createHttpServer(
    createHttpApp({
      deps,
      build,
      rules: siteRules,
      lifecycle,
      observers: { onAnswer() {}, onDefect() {} },
      assets: (_request, _response, next) => next(),
    }),
  );
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port, server, lifecycle, logged, piecesMade: () => count.pieces };
}

type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** One request over a real socket: `fetch` would not let a test choose Host, Origin or a malformed path. */
function send(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = "GET", headers = {}, body } = options;
    const outgoing = httpRequest({ port, path, method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const OWN = { Origin: "https://book.example.org" };
const FORM = { ...OWN, "Content-Type": "application/x-www-form-urlencoded" };

test("every answer carries the security headers, an id and no permission to keep it", async () => {
  const { port } = await startTiny();
  const { headers } = await send(port, "/booking/1");
  const nonce = /'nonce-([\w-]{22})'/.exec(headers["content-security-policy"] as string)?.[1];
  expect(headers["content-security-policy"]).toBe(
    `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; ` +
      "font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(headers).toMatchObject({
    "strict-transport-security": "max-age=31536000; includeSubDomains",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-robots-tag": "noindex",
    "cache-control": "private, no-store",
  });
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers["x-powered-by"]).toBeUndefined();
});

test("a form may lead to Stripe's pages, also on a domain of the practice's own", async () => {
  const STRIPE = { STRIPE_SECRET_KEY: "sk_test_1" };
  for (const [env, at] of [
    [STRIPE, "https://checkout.stripe.com"],
    [
      { ...STRIPE, STRIPE_CHECKOUT_URL: "https://pay.example.co.uk/" },
      "https://checkout.stripe.com https://pay.example.co.uk",
    ],
  ] as const) {
    const { port } = await startTiny(env);
    const { headers } = await send(port, "/booking/1");
    expect(headers["content-security-policy"]).toContain(`form-action 'self' ${at};`);
  }
});

test("the public origin alone decides the address that the application sees", async () => {
  const { port } = await startTiny();
  const headers = { Host: "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http" };
  const { text } = await send(port, "/booking/1?token=abc", { headers });
  expect(JSON.parse(text)).toMatchObject({ url: "https://book.example.org/booking/1?token=abc" });
});

test("the framework sees no Origin after ours was checked", async () => {
  const { port } = await startTiny();
  const { status, text } = await send(port, "/booking/1", { method: "POST", headers: FORM, body: "a=1" });
  expect([status, JSON.parse(text)]).toEqual([200, { bytes: 3, origin: null }]);
});

test("a form of another site is refused with a page, under /api with JSON", async () => {
  const { port } = await startTiny();
  const attack = { method: "POST", headers: { Origin: "https://evil.example" }, body: "a=1" };
  const page = await send(port, "/booking/1", attack);
  expect([page.status, page.headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
  const api = await send(port, "/api/echo", attack);
  expect(api.status).toBe(403);
  expect(JSON.parse(api.text)).toEqual({
    message: expect.stringContaining("did not accept"),
    requestId: api.headers["x-request-id"],
  });
});

test.each([
  ["/booking/1", 64 * 1024, 200],
  ["/booking/1", 64 * 1024 + 1, 413],
  ["/referral-form/1", 256 * 1024, 200],
  ["/referral-form/1", 256 * 1024 + 1, 413],
])("%s with %i bytes answers %i, announced or not", async (path, size, status) => {
  const { port } = await startTiny();
  const body = Buffer.alloc(size, "a");
  const announced = await send(port, path, {
    method: "POST",
    headers: { ...FORM, "Content-Length": `${size}` },
    body,
  });
  const chunked = await send(port, path, {
    method: "POST",
    headers: { ...FORM, "Transfer-Encoding": "chunked" },
    body,
  });
  expect([announced.status, chunked.status]).toEqual([status, status]);
});

const KB = 1024;
const LONG = "Her <b>story</b>. ".repeat(20_000);

async function parts(fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const sent = new Response(body);
  const headers = { ...OWN, "Content-Type": sent.headers.get("Content-Type")! };
  return { method: "POST", headers, body: Buffer.from(await sent.arrayBuffer()) };
}

const fieldsOf = (body: string) => ({ method: "POST", headers: FORM, body });

test("a form that is too long comes back to be shortened, its long texts shown", async () => {
  const { port } = await startTiny();
  const fields = { situationSummary: LONG, giftType: "loan", version: "3", password: "hunter22" };
  const { status, text } = await send(port, "/referral-form/1?a=b", await parts(fields));
  expect(status).toBe(413);
  expect(text).toContain("shorten it by about 28% in all");
  expect(text).toContain('action="/referral-form/1?a=b"');
  expect(text).toMatch(/<label>Situation summary\n<textarea name="situationSummary" rows="12" dir="auto">/);
  expect(text).toContain(`\n${LONG.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</textarea>`);
  expect(text).toContain('<textarea name="giftType" hidden>\nloan</textarea>');
  expect(text).not.toContain("hunter22");
});

test("what is too long to be given back, or is no form of ours, is refused without it", async () => {
  const { port } = await startTiny();
  const posts = {
    "/referral-form/1": await parts({ situationSummary: LONG.repeat(20) }),
    "/referral-form/1.data": await parts({ situationSummary: LONG }),
    "/complaints": fieldsOf("a=1&".repeat(80_000)),
    "/booking/1": { method: "POST", headers: { ...OWN, "Content-Type": "text/plain" }, body: LONG },
    "/form": fieldsOf(`a=${"x".repeat(2_000)}${"&a".repeat(100_000)}`),
  };
  for (const [path, post] of Object.entries(posts)) {
    const { status, text } = await send(port, path, post);
    expect([path, status, text]).toEqual([path, 413, expect.not.stringContaining("<form")]);
  }
});

test.each([
  [1, 1_024],
  [100, 100 * KB],
  [101, true],
  [300, true],
  [12_000, true],
])("a file of %i KB comes to its action, with what was typed beside it", async (size, seen) => {
  const { port } = await startTiny();
  const body = new FormData();
  body.set("note", "Typed before");
  body.set("file", new File(["x".repeat(size * KB)], "oak.png"));
  const sent = new Response(body);
  const headers = { ...OWN, "Content-Type": sent.headers.get("Content-Type")! };
  const post = { method: "POST", headers, body: Buffer.from(await sent.arrayBuffer()) };
  const { status, text } = await send(port, "/picture", post);
  expect([status, JSON.parse(text)]).toEqual([200, ["Typed before", "oak.png", seen]]);
});

test("characters that nobody sees are taken out of every posted text, passwords excepted", async () => {
  const { port } = await startTiny();
  const fields = { note: "One\u0085\n\ufffeTwo", password: "a\u007fb" };
  const plain = new URLSearchParams(fields).toString();
  for (const post of [await parts(fields), fieldsOf(plain)])
    for (const path of ["/form", "/copied"]) {
      const { text } = await send(port, path, post);
      const [[, note], [, password]] = JSON.parse(text) as [[string, string], [string, string]];
      expect([note!.replace("\r", ""), password], path).toEqual(["One\nTwo", "a\u007fb"]);
    }
});

test("a form whose fields leave no room for its file is refused", async () => {
  const { port } = await startTiny();
  const { status } = await send(port, "/picture", await parts({ note: "x".repeat(300 * KB) }));
  expect(status).toBe(413);
});

test.each([
  ["/admin/bookings/1", "/admin/dashboard"],
  ["/customer/bookings/1", "/customer/dashboard"],
  ["/assessor/hours", "/assessor"],
  ["/complaints", "/"],
])("a refused form at %s leads to %s, not to somebody else's pages", async (path, home) => {
  const { port } = await startTiny();
  const { status, text } = await send(port, path, fieldsOf("a=1&".repeat(80_000)));
  expect([status, text]).toEqual([413, expect.stringContaining(`<a href="${home}">`)]);
});

const UPLOAD = { ...OWN, "Content-Type": "multipart/form-data; boundary=x" };

/** Sends the beginning of a long body on a line that then stands still: the answer, when the line is closed. */
async function sendBeginning(
  port: number,
  path: string,
  headers: Record<string, string>,
  megabytes = 9,
): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString()));
  const lines = Object.entries({ Host: "x", ...headers, "Content-Length": `${megabytes * KB * KB}` });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n${"x".repeat(200 * KB)}`);
  await once(socket, "close");
  return text;
}

test("the answer to a body that is left unread closes a slow line, so that its sender sees it", async () => {
  const { port } = await startTiny();
  const documents = await sendBeginning(port, "/referral-form/1/documents", UPLOAD);
  expect(documents).toMatch(/^HTTP\/1\.1 409 .*"refused unread"/s);
  const answers = await Promise.all([
    sendBeginning(port, "/complaints", FORM),
    sendBeginning(port, "/picture", UPLOAD, 33),
    sendBeginning(port, "/booking/1", { ...FORM, Origin: "https://evil.example" }),
  ]);
  expect(answers.map((text) => text.slice(9, 12))).toEqual(["413", "413", "403"]);
});

test("a body that is left unread is read away on a quick line, which then takes the next request", async () => {
  const { port } = await startTiny();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const options = { port, path: "/referral-form/1/documents", method: "POST", headers: UPLOAD, agent };
  const ports = new Set<number | undefined>();
  for (let n = 0; n < 3; n += 1) {
    const outgoing = httpRequest(options);
    outgoing.end(Buffer.alloc(KB * KB));
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    expect([incoming.statusCode, await textOf(incoming)]).toEqual([409, '"refused unread"']);
    ports.add(outgoing.socket?.localPort);
    if (!outgoing.writableFinished) await once(outgoing, "finish");
  }
  expect(ports.size).toBe(1);
});

test("an upload of somebody whose session has ended says so in place of a redirect", async () => {
  const { port } = await startTiny();
  const post = { method: "POST", headers: UPLOAD, body: "--x--" };
  const { status, text } = await send(port, "/admin/bookings/1/documents", post);
  expect([status, text]).toEqual([403, expect.stringContaining("<h1>Your session has ended</h1>")]);
  expect(text).toContain('<a href="/admin/login?redirectTo=%2F" target="_blank">Sign in</a>');
});

test.each(["/long", "/long?length"])(
  "the answer of %s is made only as fast as its reader takes it",
  async (path) => {
    const { port, server, piecesMade } = await startTiny();
    const connections: Socket[] = [];
    server.on("connection", (connection) => connections.push(connection));
    const reader = connect(port, "127.0.0.1", () =>
      reader.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    reader.pause();
    await expect.poll(() => connections[0]?.writableNeedDrain).toBe(true);
    await nextTurn();
    expect(piecesMade()).toBeLessThan(PIECES / 2);
    let bytes = 0;
    reader.on("data", (chunk: Buffer) => (bytes += chunk.length)).resume();
    await once(reader, "close");
    expect([piecesMade(), bytes > PIECES * PIECE.length]).toEqual([PIECES, true]);
  },
);

test.each(["/%E0%A4%A", "//evil.example/x", "/a%00b", "/a%5Cb", "/api/a%0D%0Ab"])(
  "%s is refused, not a defect",
  async (path) => {
    const { port } = await startTiny();
    expect((await send(port, path)).status).toBe(400);
  },
);

test.each([
  ["application/json", '{"a":1}', 400],
  ["text/plain", "a=1", 400],
  ["multipart/form-data", "a", 400],
  ["multipart/form-data; boundary=z", "--z\r\nhalf of it", 400],
  ["application/x-www-form-urlencoded", "a=%ff&%zz", 200],
  ["application/x-www-form-urlencoded", "a=1&".repeat(1_001), 413],
  [
    "multipart/form-data; boundary=z",
    '--z\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--z--\r\n',
    200,
  ],
])("a posted %s body of %j answers %i", async (type, body, status) => {
  const { port, logged } = await startTiny();
  const headers = { ...OWN, "Content-Type": type };
  for (const path of ["/form", "/copied"]) {
    expect((await send(port, path, { method: "POST", headers, body })).status).toBe(status);
  }
  expect(logged.join()).not.toContain("request failed");
});

test.each(["PUT", "PATCH", "DELETE"])("%s reaches the API only", async (method) => {
  const { port } = await startTiny();
  const page = await send(port, "/booking/1", { method, headers: FORM, body: "a=1" });
  expect([page.status, page.headers.allow]).toEqual([405, "GET, HEAD, POST"]);
  expect((await send(port, "/api/echo", { method, headers: OWN })).status).toBe(200);
});

test("a page without a form says that it takes none", async () => {
  const { port } = await startTiny();
  const { status, headers } = await send(port, "/page", { method: "POST", headers: FORM, body: "a=1" });
  expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
});

test("an unknown path is logged without itself, a known one by its pattern", async () => {
  const { port, logged } = await startTiny();
  await send(port, "/booking/secret-id?token=secret-token");
  await send(port, "/secret-path");
  expect(logged.map((line) => (JSON.parse(line) as { route: string }).route)).toEqual([
    "/booking/:bookingId",
    "/*",
  ]);
  expect(logged.join()).not.toContain("secret");
});

test("a defect is logged with the request's id and without its message", async () => {
  const { port, logged } = await startTiny();
  const { status, headers } = await send(port, "/broken");
  expect(status).toBe(500);
  const line = logged.find((one) => one.includes("request failed"));
  expect(JSON.parse(line!)).toMatchObject({ requestId: headers["x-request-id"], error: "Error" });
  expect(logged.join()).not.toContain("canary");
});

test("a full disk answers 503 and gives back what was typed, passwords left out", async () => {
  const { port } = await startTiny();
  const body = new URLSearchParams({
    name: 'Ann "<b>" O\'Neil',
    story: "\nline",
    clientPostcode: "LS1 4AP",
    password: "hunter22",
  }).toString();
  const { status, headers, text } = await send(port, "/full?draft=7", {
    method: "POST",
    headers: FORM,
    body,
  });
  expect([status, headers["retry-after"]]).toEqual([503, "5"]);
  expect(text).toContain('action="/full?draft=7"');
  expect(text).toContain("Ann &quot;&lt;b&gt;&quot; O&#39;Neil");
  expect(text).toContain("Nothing you typed is lost");
  expect(text).toContain("LS1 4AP");
  expect(text).not.toContain("hunter22");
});

test("a full disk gives back what a form with parts held", async () => {
  const { port } = await startTiny();
  const { status, text } = await send(port, "/full", {
    method: "POST",
    headers: { ...OWN, "Content-Type": "multipart/form-data; boundary=z" },
    body: '--z\r\nContent-Disposition: form-data; name="story"\r\n\r\nشاي for two\r\n--z--\r\n',
  });
  expect(status).toBe(503);
  expect(text).toContain("شاي for two");
});

test("a page that a full disk keeps from loading answers 503 with the application's own error page", async () => {
  const { port } = await startTiny();
  const { status, headers, text } = await send(port, "/full");
  expect([status, headers["retry-after"]]).toEqual([503, "5"]);
  expect(text).not.toContain("could not save");
});

test("pages are compressed and vary with what decides them", async () => {
  const { port } = await startTiny();
  const { headers } = await send(port, "/page", { headers: { "Accept-Encoding": "br, gzip" } });
  expect(headers["content-encoding"]).toBe("br");
  expect(headers["vary"]).toBe("Save-Data, Accept-Encoding");
  const codingFor = async (encodings: string) =>
    (await send(port, "/page", { headers: { "Accept-Encoding": encodings } })).headers["content-encoding"];
  expect(await codingFor("br;q=0, gzip")).toBe("gzip");
  expect(await codingFor("br;q=0")).toBeUndefined();
  expect(await codingFor("*;q=0")).toBeUndefined();
});

test("the 301st request of a minute is told to wait, health checks never are", async () => {
  const { port } = await startTiny();
  for (let hit = 0; hit < 300; hit += 1) await send(port, "/booking/1");
  const { status, headers } = await send(port, "/booking/1");
  expect([status, headers["retry-after"]]).toEqual([429, "60"]);
  expect((await send(port, "/readyz")).status).toBe(200);
  const form = await send(port, "/form?draft=7", { method: "POST", headers: FORM, body: "story=Her+day" });
  expect([form.status, form.headers["retry-after"]]).toEqual([429, "60"]);
  expect(form.text).toContain('action="/form?draft=7"');
  expect(form.text).toContain("Her day</textarea>");
});

test("a limit that a use case counts is answered with the time to wait", async () => {
  const { port } = await startTiny();
  for (let hit = 0; hit < 5; hit += 1) {
    const { status, headers } = await send(port, "/limited");
    expect([status, headers["retry-after"]]).toEqual([200, undefined]);
  }
  const { status, headers } = await send(port, "/limited");
  expect([status, headers["retry-after"]]).toEqual([429, "3600"]);
});

test("over TLS every cookie is Secure", async () => {
  const tls = await startTiny();
  expect((await send(tls.port, "/cookies")).headers["set-cookie"]).toEqual([
    "a=1; Path=/; Secure",
    "b=secure; Secure",
  ]);
  const plain = await startTiny({ APP_ORIGIN: "http://localhost:3000" });
  expect((await send(plain.port, "/cookies")).headers["set-cookie"]?.[0]).toBe("a=1; Path=/");
});

test("a stopping server is not ready but still answers", async () => {
  const { port, lifecycle } = await startTiny();
  expect((await send(port, "/readyz")).text).toBe("ready\n");
  lifecycle.isStopping = true;
  expect((await send(port, "/readyz")).status).toBe(503);
  expect((await send(port, "/healthz")).status).toBe(200);
  const { status, headers } = await send(port, "/booking/1");
  expect([status, headers.connection]).toEqual([200, "close"]);
});

test("a starting server answers, but is not ready", async () => {
  const { port, lifecycle } = await startTiny({}, { isStarting: true });
  expect((await send(port, "/readyz")).status).toBe(503);
  expect((await send(port, "/healthz")).status).toBe(200);
  expect((await send(port, "/booking/1")).status).toBe(200);
  lifecycle.isStarting = false;
  expect((await send(port, "/readyz")).text).toBe("ready\n");
});

test("a redirect after a form is a 303", async () => {
  const { port } = await startTiny();
  expect((await send(port, "/moved", { method: "POST", headers: FORM, body: "a=1" })).status).toBe(303);
  expect((await send(port, "/moved")).status).toBe(302);
});

test("HEAD answers like GET without a body", async () => {
  const { port } = await startTiny();
  const { status, text } = await send(port, "/page", { method: "HEAD" });
  expect([status, text]).toEqual([200, ""]);
});

test("an address in absolute form does not reach the application", async () => {
  const { server } = await startTiny();
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<string>((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () =>
      socket.write("GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
    );
    socket.on("data", (chunk) => (text += chunk.toString())).on("close", () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test("slow clients are cut off in time", async () => {
  const { server } = await startTiny();
  expect([server.headersTimeout, TIMEOUTS.request, TIMEOUTS.check]).toEqual([10_000, 30_000, 2_000]);
});
