/**
 * `deploy/rehearse.sh` proves with it, through the proxy: pages, headers, secure cookies, a form, a booking and its
 * page, the user and the read-only root of the process, and what visitors and the proxy's log get while it is away.  */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:https";
import { setTimeout as wait } from "node:timers/promises";
import type { IncomingHttpHeaders } from "node:http";
import { BOOKING_BODY } from "#tests/setup/booking-body.ts";

const [origin, plain, pid, work] = process.argv.slice(2) as [string, string, string, string];

type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

function send(
  path: string,
  options: { method?: string; headers?: object; body?: string } = {},
): Promise<Answer> {
  const ca = readFileSync(`${work}/tls/fullchain.pem`);
  const { body, ...init } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, origin), { ca, ...init } as object, (incoming) => {
      let text = "";
      incoming.on("data", (chunk: Buffer) => (text += chunk.toString()));
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const front = await send("/");
assert.equal(front.status, 200);
assert.match(String(front.headers["strict-transport-security"]), /max-age/);
assert.match(front.text, /<h1/);

const redirect = await fetch(plain, { redirect: "manual" });
assert.equal(redirect.status, 301);

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const complaint = new URLSearchParams({
  name: "Jo",
  email: "jo@example.org",
  complaint: "Too slow.",
}).toString();
const sent = await send("/complaints", {
  method: "POST",
  headers: { ...form, Origin: origin },
  body: complaint,
});
assert.equal(sent.status, 303);
const forged = { ...form, Origin: "https://evil.example" };
assert.equal((await send("/complaints", { method: "POST", headers: forged, body: complaint })).status, 403);

const booked = await send("/api/bookings", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(BOOKING_BODY),
});
assert.equal(booked.status, 201, booked.text);
const { booking, accessToken } = JSON.parse(booked.text) as { booking: { id: string }; accessToken: string };
const page = await send(`/booking/${booking.id}?token=${accessToken}`);
assert.equal(page.status, 200);
const cookie = String(page.headers["set-cookie"]);
assert.match(cookie, /__Host-grants=/);
assert.match(cookie, /Secure/);
assert.match(cookie, /HttpOnly/);
assert.equal(
  (await send(`/booking/${booking.id}`, { headers: { Cookie: cookie.split(";")[0]! } })).status,
  200,
);
assert.equal((await send(`/booking/${booking.id}`)).status, 404);

const status = readFileSync(`/proc/${pid}/status`, "utf8");
assert.match(status, /^Uid:\s+10001\s/m);
assert.match(status, /^CapEff:\s+0+$/m);
assert.match(status, /^NoNewPrivs:\s+1$/m);
const root = readFileSync(`/proc/${pid}/mountinfo`, "utf8")
  .split("\n")
  .filter((line) => line.split(" ")[4] === "/");
assert.match(root.at(-1)!, / \/ ro[, ]/);
process.kill(Number(pid), "SIGTERM");
while (existsSync(`/proc/${pid}`)) await wait(50);
const away = await send(`/booking/${booking.id}?token=${accessToken}`);
assert.equal(away.status, 502);
assert.match(away.text, /We will be back in a moment/);
assert.ok(!readFileSync(`${work}/proxy.log`, "utf8").includes(accessToken), "a token is in the proxy's log");
console.log(
  `Rehearsed on ${origin}: pages, form, booking, cookies, user, read-only root and the page for a restart are as they should be.`,
);
