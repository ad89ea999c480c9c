import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createHttpServer, listen } from "./listen.server.ts";

async function start(listener: RequestListener) {
  const server = createHttpServer(listener, { bodyLimit: () => 64 * 1024 });
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port };
}

/** Everything that comes back over a raw socket until it is closed; `talk` writes to it. */
function converse(port: number, talk: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => talk(socket));
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.on("error", reject).on("close", () => resolve(text));
  });
}

const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";

test.each([
  ["no request at all", "hello\r\n\r\n", "400 Bad Request", "could not understand"],
  ["a body that breaks off", `${HEAD}zz\r\n`, "400 Bad Request", "could not understand"],
  [
    "an endless head",
    `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${"secret".repeat(200_000)}\r\n\r\n`,
    "431 Request Header Fields Too Large",
    "delete the cookies",
  ],
])("%s is refused with a sentence", async (_what, bytes, status, sentence) => {
  const { port } = await start((request) => request.resume());
  const [head, body] = (await converse(port, (socket) => socket.write(bytes))).split("\r\n\r\n");
  const [first, ...headers] = head!.split("\r\n");
  expect(first).toBe(`HTTP/1.1 ${status}`);
  expect(headers).toEqual([
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${body!.length}`,
    "Cache-Control: private, no-store",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ]);
  expect(body).toContain(sentence);
  expect(body).not.toMatch(/HPE|secret/);
});

test("a request that names two hosts is refused, and the application does not see it", async () => {
  let isSeen = false;
  const { port } = await start((_request, response) => {
    isSeen = true;
    response.end();
  });
  const answer = await converse(port, (socket) =>
    socket.write("GET / HTTP/1.1\r\nHost: ours.example\r\nhost: evil.example\r\n\r\n"),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*could not understand/);
  expect(isSeen).toBe(false);
});

test("a request that does not arrive in time is told so", async () => {
  const { server, port } = await start(() => {});
  const late = Object.assign(new Error(), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  server.once("connection", (socket) => server.emit("clientError", late, socket));
  expect(await converse(port, () => {})).toMatch(/^HTTP\/1\.1 408 [\s\S]*took too long/);
});

test("an answer that has begun is cut, not followed by another", async () => {
  const { port } = await start((_request, response) => response.write("half"));
  const answer = await converse(port, (socket) => {
    socket.write(HEAD);
    socket.once("data", () => socket.write("zz\r\n"));
  });
  expect(answer).toContain("half");
  expect(answer).not.toMatch(/HTTP\/1\.1 400|could not understand/);
});

test("a whole request under way is never answered with a refusal of the next one", async () => {
  const { port } = await start(() => {});
  const post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na=1";
  expect(await converse(port, (socket) => socket.write(`${post}nonsense\r\n\r\n`))).toBe("");
});

test("after a whole answer the connection's next request is refused as any other", async () => {
  const { port } = await start((_request, response) => response.end("first"));
  const answer = await converse(port, (socket) => {
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    socket.once("data", () => socket.write("nonsense\r\n\r\n"));
  });
  expect(answer).toMatch(/first\r?\n?.*HTTP\/1\.1 400 Bad Request/s);
});
