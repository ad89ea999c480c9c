import { expect, test } from "vitest";
import type { IncomingMessage } from "node:http";
import { fixedClock } from "#scripts/seed/fixed-clock.ts";
import { clientAddress, createRequestLimit, limitedAddress } from "./limits.server.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["203.0.113.9:4711", "203.0.113.9"],
  ["[2001:db8:1:2:3:4:5:6]:4711", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2:3:4:5:6]", "2001:db8:1:2::/64"],
  ["[::ffff:203.0.113.9]:4711", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["203.0.113.9:4711:4712", "unknown"],
  ["_hidden", "unknown"],
  ["", "unknown"],
  [undefined, "unknown"],
])("%s counts as %s", (address, expected) => {
  expect(limitedAddress(address)).toBe(expected);
});

test.each([
  [0, "203.0.113.9", "127.0.0.1"],
  [1, undefined, "127.0.0.1"],
  [1, "203.0.113.9", "203.0.113.9"],
  [1, "198.51.100.1, 203.0.113.9", "203.0.113.9"],
  [2, "198.51.100.1, 203.0.113.9", "198.51.100.1"],
  [3, "198.51.100.1, 203.0.113.9", "198.51.100.1"],
  [1, " , 203.0.113.9 ,", "203.0.113.9"],
])("behind %i trusted proxies, %j forwarded to us means %s", (proxies, forwarded, expected) => {
  const headers = { "x-forwarded-for": forwarded };
  const request = { headers, socket: { remoteAddress: "127.0.0.1" } } as unknown as IncomingMessage;
  expect(clientAddress(request, proxies)).toBe(expected);
});

test("the 301st request of a minute waits for the next one, another address does not", () => {
  const clock = fixedClock("2027-03-10T09:00:00.000Z");
  clock.advance(20_000);
  const secondsToWait = createRequestLimit({ clock, isOn: true });
  for (let hit = 0; hit < 300; hit += 1) expect(secondsToWait("203.0.113.9")).toBeNull();
  expect(secondsToWait("203.0.113.9")).toBe(40);
  expect(secondsToWait("203.0.113.10")).toBeNull();
  clock.advance(40_000);
  expect(secondsToWait("203.0.113.9")).toBeNull();
});

test("RATE_LIMITS=off lifts it", () => {
  const secondsToWait = createRequestLimit({ clock: fixedClock("2027-03-10T09:00:00.000Z"), isOn: false });
  for (let hit = 0; hit < 400; hit += 1) expect(secondsToWait("203.0.113.9")).toBeNull();
});
