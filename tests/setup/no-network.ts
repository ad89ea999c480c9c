import { Socket } from "node:net";
import { afterEach, expect } from "vitest";

/** Connections to other machines are refused, and fail the test even if the program would survive it. */
const attempts: string[] = [];
const LOCAL = new Set(["localhost", "127.0.0.1", "::1", "::ffff:127.0.0.1"]);

type Target = { host?: string; path?: string } | undefined;

function hostOf(parts: unknown[]): string {
  const first = (Array.isArray(parts[0]) ? parts[0][0] : parts[0]) as Target | number | string;
  if (typeof first === "object" && first !== null)
    return first.path ? "localhost" : (first.host ?? "localhost");
  return typeof first === "number" && typeof parts[1] === "string" ? parts[1] : "localhost";
}

const connect = Socket.prototype.connect as (...parts: unknown[]) => Socket;
Socket.prototype.connect = function (this: Socket, ...parts: unknown[]) {
  const host = hostOf(parts);
  if (LOCAL.has(host)) return connect.apply(this, parts);
  attempts.push(host);
  throw new Error(`Tests do not go out: ${host}`);
} as typeof Socket.prototype.connect;

afterEach(() => {
  expect(attempts.splice(0), "no connection may leave this machine").toEqual([]);
});
