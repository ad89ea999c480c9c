import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { faultOfAddress, fetchCalendar } from "./fetch-calendar.server.ts";

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const CALENDAR = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";
const read = (origin: string, etag: string | null = null) =>
  fetchCalendar(`${origin}/calendar.ics`, { etag, privateOrigins: [origin] });

test("reads a calendar, and asks the second time whether it changed", async () => {
  const origin = await serve((request, response) => {
    const isKnown = request.headers["if-none-match"] === '"1"';
    response.writeHead(isKnown ? 304 : 200, { etag: '"1"' }).end(isKnown ? undefined : CALENDAR);
  });
  expect(await read(origin)).toEqual({ kind: "read", text: CALENDAR, etag: '"1"' });
  expect(await read(origin, '"1"')).toEqual({ kind: "unchanged" });
});

test.each<[string, RequestListener, string]>([
  ["a page instead", (_, response) => response.end("<html>Sign in</html>"), "no-calendar"],
  ["gone", (_, response) => response.writeHead(410).end(), "not-found"],
  ["a password is asked for", (_, response) => response.writeHead(401).end(), "refused"],
  ["an error", (_, response) => response.writeHead(500).end(), "bad-answer"],
  [
    "a circle of redirects",
    (_, response) => response.writeHead(302, { location: "/again" }).end(),
    "bad-answer",
  ],
  [
    "a redirect to a private address",
    (_, response) => response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end(),
    "not-public",
  ],
  [
    "a redirect to another port of this machine",
    (_, response) => response.writeHead(302, { location: "https://127.0.0.1:1/" }).end(),
    "not-public",
  ],
  ["a connection that breaks", (request) => request.socket.destroy(), "unreachable"],
  [
    "a body without an end",
    (_, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536, 32)));
        response.once("drain", more);
      };
      response.write("BEGIN:VCALENDAR");
      more();
    },
    "too-large",
  ],
])("%s", async (_, answer, fault) => {
  expect(await read(await serve(answer))).toEqual({ kind: "failed", fault });
});

test("no address of this machine or its network is asked, whatever it is called", async () => {
  const asked: string[] = [];
  const origin = await serve((request, response) => {
    asked.push(request.url!);
    response.end(CALENDAR);
  });
  const { port } = new URL(origin);
  for (const host of [
    "127.0.0.1",
    "localhost",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "2130706433",
    "0x7f.1",
    "127.1",
  ]) {
    for (const scheme of ["http", "https"]) {
      const fetched = await fetchCalendar(`${scheme}://${host}:${port}/`, { etag: null, privateOrigins: [] });
      expect(fetched, `${scheme} ${host}`).toEqual({ kind: "failed", fault: "not-public" });
    }
  }
  expect(asked).toEqual([]);
});

test.each([
  ["https://calendar.google.com/calendar/ical/x/basic.ics", null],
  ["webcal://p01-caldav.icloud.com/published/2/x", null],
  ["http://calendar.google.com/x.ics", "that begins with https://"],
  ["file:///etc/passwd", "that begins with https://"],
  ["javascript:alert(1)", "that begins with https://"],
  ["calendar.google.com", "that begins with https://"],
  ["", "that begins with https://"],
  ["https://name:secret@calendar.example.org/x.ics", "without a name and password in it"],
  ["https://10.0.0.8/x.ics", "on the internet"],
  ["https://[fe80::1]/x.ics", "on the internet"],
  ["https://[::7f00:1]/x.ics", "on the internet"],
  ["https://router.lan/x.ics", "on the internet"],
  [`https://calendar.example.org/${"x".repeat(2000)}`, "of at most 2000 characters"],
])("%s", (typed, fault) => {
  expect(faultOfAddress(typed, [])).toBe(fault);
  if (typed === "https://router.lan/x.ics") expect(faultOfAddress(typed, ["https://router.lan"])).toBeNull();
});
