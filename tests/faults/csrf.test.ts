import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { startFaultServer } from "./server.ts";

/** Every path of the site map, its parameters filled in. */
function pathsOf(entries: RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent;
    return [...(entry.path || entry.index ? [path || "/"] : []), ...pathsOf(entry.children ?? [], path)];
  });
}

const PATHS = [...new Set(pathsOf(routes))].map((path) =>
  path
    .replace(/^\/+/, "/")
    .replace(/:\w+\??/g, "1")
    .replace("*", "anything"),
);
const METHODS = ["POST", "PUT", "PATCH", "DELETE"];

/** Requests that a page of another site can make a browser send. */
const SHAPES: Record<string, Record<string, string>> = {
  "a form of another site": {
    Origin: "https://evil.example",
    "Sec-Fetch-Site": "cross-site",
    Cookie: "session=1",
  },
  "a sandboxed frame": { Origin: "null", Cookie: "session=1" },
  "a browser that hides the origin": { "Sec-Fetch-Site": "cross-site", Cookie: "session=1" },
  "an old browser that says nothing": { Cookie: "session=1" },
};

test.each(Object.entries(SHAPES))("every unsafe request is refused from %s", async (_name, headers) => {
  const server = await startFaultServer();
  expect(PATHS.length).toBeGreaterThan(30);
  const passed: string[] = [];
  for (const path of PATHS) {
    for (const target of [path, `${path === "/" ? "/_root" : path}.data`]) {
      for (const method of METHODS) {
        const response = await fetch(server.origin + target, { method, headers, redirect: "manual" });
        await response.arrayBuffer();
        if (response.status !== 403) passed.push(`${method} ${target}: ${response.status}`);
      }
    }
  }
  expect(passed).toEqual([]);
});
