import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "./listen.server.ts";
import { refuseBody } from "./request-body.server.ts";

const KB = 1024;
const LONG = "Her <b>story</b>. ".repeat(20_000);

async function start() {
  const server = createServer((request, response) => {
    const exchange = {
      request,
      response,
      target: request.url!,
      requestId: "1",
      nonce: "n",
      siteName: "Site",
      homeLabel: "Home",
      isApi: request.url!.startsWith("/api"),
    };
    void refuseBody(exchange, 256 * KB);
  });
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

function form(fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
}

test("a form that is too long comes back to be shortened, its long texts shown", async () => {
  const origin = await start();
  const fields = { situationSummary: LONG, giftType: "loan", version: "3", password: "hunter22" };
  const answer = await fetch(`${origin}/referral-form/1/gift?a=b`, { method: "POST", body: form(fields) });
  const page = await answer.text();
  expect(answer.status).toBe(413);
  expect(page).toContain("shorten it by about 28% in all");
  expect(page).toContain('action="/referral-form/1/gift?a=b"');
  expect(page).toMatch(/<label>Situation summary\n<textarea name="situationSummary" rows="12" dir="auto">/);
  expect(page).toContain(`\n${LONG.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</textarea>`);
  expect(page).toContain('<textarea name="giftType" hidden>\nloan</textarea>');
  expect(page).not.toContain("hunter22");
});

test.each([
  ["more than can be given back", "/referral-form/1/gift", form({ situationSummary: LONG.repeat(4) })],
  ["what a script sent", "/referral-form/1/gift.data", form({ situationSummary: LONG })],
  ["what holds no long text", "/complaints", "a=1&".repeat(20_000)],
  ["what is no form", "/complaints", LONG],
  [
    "what has far more fields than our forms",
    "/",
    new URLSearchParams(`a=${"x".repeat(2_000)}${"&a".repeat(200_000)}`),
  ],
])("%s is refused without it", async (_what, path, body) => {
  const answer = await fetch((await start()) + path, { method: "POST", body });
  expect([answer.status, await answer.text()]).toEqual([413, expect.not.stringContaining("<form")]);
});

/** Announces a form of 500 KB and sends nothing of it. */
function announce(port: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(
        `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${500 * KB}\r\n\r\n`,
        () => resolve(socket),
      );
    });
  });
}

test("few at once are given back what they sent; once they have it, the next is", async () => {
  const origin = await start();
  const body = () => form({ situationSummary: LONG });
  const post = async () => (await fetch(origin, { method: "POST", body: body() })).text();
  const waiting = await Promise.all(Array.from({ length: 4 }, () => announce(new URL(origin).port)));
  expect(await post()).not.toContain("situationSummary");
  const answers = waiting.map(
    (socket) =>
      new Promise<string>((resolve) => {
        let text = "";
        socket.on("data", (chunk) => (text += chunk.toString())).on("close", () => resolve(text));
        socket.write(`a=${"x".repeat(500 * KB - 2)}`);
      }),
  );
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*<form/);
  expect(await post()).toContain("situationSummary");
});
