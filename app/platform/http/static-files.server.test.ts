import { expect, test, onTestFinished } from "vitest";
import { acceptedEncodings, staticFiles } from "./static-files.server.ts";
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { makeScratchDirectory } from "#tests/setup/scratch.ts";
import { createHttpServer, listen } from "./server.server.ts";

test.each([
  [undefined, []],
  ["", []],
  ["gzip, deflate, br", ["br", "gzip"]],
  ["gzip, br;q=0", ["gzip"]],
  ["gzip, br; q=0.000", ["gzip"]],
  ["br;q=0.5, gzip;q=1.0", ["gzip", "br"]],
  ["BR;Q=0, GZIP", ["gzip"]],
  ["*", ["br", "gzip"]],
  ["*;q=0", []],
  ["br, *;q=0", ["br"]],
  ["br;q=0, *", ["gzip"]],
  ["identity", []],
  ["identity;q=0, gzip", ["gzip"]],
  ["brotli, x-gzip", []],
  ["gzip;q=much", []],
])("Accept-Encoding %j takes %j", (header, expected) => {
  expect(acceptedEncodings(header, ["br", "gzip"])).toEqual(expected);
});

async function serveScript(): Promise<number> {
  const build = makeScratchDirectory("static-");
  mkdirSync(join(build, "client/assets"), { recursive: true });
  for (const [suffix, content] of Object.entries({ "": "plain", ".br": "brotli", ".gz": "gzip" })) {
    writeFileSync(join(build, `client/assets/a.js${suffix}`), content);
  }
  const files = staticFiles(build);
  const server = createHttpServer((request, response) =>
    files(request, response, () => response.end(request.headers["accept-encoding"])),
  );
  onTestFinished(() => void server.close());
  return listen(server, { port: 0, host: "127.0.0.1" });
}

function get(port: number, path: string, encodings?: string): Promise<{ coding?: string; body: string }> {
  const headers = encodings === undefined ? {} : { "Accept-Encoding": encodings };
  return new Promise((resolve, reject) => {
    request({ port, path, headers, agent: false }, (response) => {
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk.toString()));
      response.on("end", () => resolve({ coding: response.headers["content-encoding"], body }));
    })
      .on("error", reject)
      .end();
  });
}

test.each([
  ["gzip, deflate, br", "br", "brotli"],
  ["gzip, br;q=0", "gzip", "gzip"],
  ["gzip, br;q=0.1", "gzip", "gzip"],
  ["br;q=0", undefined, "plain"],
  ["*;q=0", undefined, "plain"],
  ["*", "br", "brotli"],
  ["identity", undefined, "plain"],
  [undefined, undefined, "plain"],
])("a browser that says %j gets the file it can read", async (encodings, coding, body) => {
  expect(await get(await serveScript(), "/assets/a.js", encodings)).toEqual({ coding, body });
});

test("what is no file goes on as it came", async () => {
  expect((await get(await serveScript(), "/page", "gzip, br;q=0")).body).toBe("gzip, br;q=0");
});
