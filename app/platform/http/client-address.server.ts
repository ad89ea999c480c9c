import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";

/** The address of whoever reached the outermost of `proxies` trusted proxies; each of them adds the one it was reached
 * from at the end of `X-Forwarded-For`. */
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

function groupsOf(address: string): number[] {
  const tail = /:(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)?.slice(1).map(Number);
  const pair = (high: number, low: number) => (high * 256 + low).toString(16);
  const text = tail
    ? address.replace(/[^:]+$/, `${pair(tail[0]!, tail[1]!)}:${pair(tail[2]!, tail[3]!)}`)
    : address;
  const [left, right] = text.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const missing = right ? 8 - left!.length - right.length : 0;
  return [...left!, ...Array<string>(missing).fill("0"), ...(right ?? [])].map((group) =>
    parseInt(group, 16),
  );
}

/** The address that limits count. An IPv6 visitor can use a whole /64 network, which counts as one; IPv4 inside IPv6
 * counts as IPv4; anything else is "unknown". */
export function limitedAddress(given: string | undefined): string {
  const [address = ""] = withoutPort(given ?? "").split("%");
  if (isIPv4(address)) return address;
  if (!isIP(address)) return "unknown";
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join() === "0,0,0,0,0,65535";
  if (isMapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}
