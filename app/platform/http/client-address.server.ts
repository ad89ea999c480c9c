import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

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
