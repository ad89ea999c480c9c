import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeScratchDirectory } from "#tests/setup/scratch.ts";
import { createHttpServer, listen } from "./listen.server.ts";
import { staticFiles } from "./static-files.server.ts";

async function serveScript(): Promise<number> {
  const build = makeScratchDirectory("static-");
  mkdirSync(join(build, "client/assets"), { recursive: true });
  for (const [suffix, content] of Object.entries({ "": "plain", ".br": "brotli", ".gz": "gzip" })) {
    writeFileSync(join(build, `client/assets/a.js${suffix}`), content);
  }
  const files = staticFiles(build);
  const server = createHttpServer(
    (request, response) => files(request, response, () => response.end(request.headers["accept-encoding"])),
    { bodyLimit: () => 64 * 1024 },
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
