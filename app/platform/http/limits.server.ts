import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Clock } from "#app/platform/clock.ts";

/** Each of the `proxies` trusted proxies adds the address that it was reached from at the end of `X-Forwarded-For`. */
export function clientAddress(request: IncomingMessage, proxies: number): string | undefined {
  const direct = request.socket.remoteAddress;
  const header = request.headers["x-forwarded-for"];
  if (proxies === 0 || header === undefined) return direct;
  const forwarded = String(header)
    .split(",")
    .map((address) => address.trim())
    .filter(Boolean);
  return [...forwarded, direct].at(-1 - Math.min(proxies, forwarded.length));
}

/** Some proxies add the port: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const [, v4, v6] = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[(.*)\](?::\d+)?)$/.exec(address) ?? [];
  return v4 ?? v6 ?? address;
}

/** The address that limits count: an IPv6 visitor can use a whole /64 network, which counts as one. */
export function limitedAddress(given: string | undefined): string {
  const [address = ""] = withoutPort(given ?? "").split("%");
  if (!isIP(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

const MAX_REQUESTS = 300;
const WINDOW_SECONDS = 60;

/** Addresses counted apart in one window; further ones share a count. */
const MAX_ADDRESSES = 50_000;

/** Counted in memory (docs/decisions/0008). The function gives the seconds that an address must wait, or null. */
export function createRequestLimit(options: {
  clock: Clock;
  isOn: boolean;
}): (address: string) => number | null {
  const counts = new Map<string, number>();
  let currentWindow = 0;
  return (address) => {
    if (!options.isOn) return null;
    const nowSeconds = options.clock.monotonicMs() / 1000;
    const window = Math.floor(nowSeconds / WINDOW_SECONDS);
    if (window !== currentWindow) {
      counts.clear();
      currentWindow = window;
    }
    const key = counts.has(address) || counts.size < MAX_ADDRESSES ? address : "";
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= MAX_REQUESTS ? null : Math.ceil((window + 1) * WINDOW_SECONDS - nowSeconds);
  };
}
