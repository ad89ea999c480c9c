import { expect, test } from "vitest";
import { deferClientRuntime } from "./defer-client-runtime.server.ts";

const hint = (file: string) => `<link rel="modulepreload" nonce="n" href="/assets/${file}"/>`;
const PAGE = `<head>${hint("entry.client-1.js")}${hint("react-2.js")}${hint("step-3.js")}</head><body><script nonce="n" type="module" async="">import "/assets/step-3.js";</script></body>`;

test("a page's scripts are asked for at once after its load, and none before", () => {
  const page = deferClientRuntime(PAGE, "n", "");
  expect(page).not.toMatch(/<link|<script[^>]*type="module"/);
  const [, starter] = /<script nonce="n">(addEventListener\("load".*?)<\/script>/s.exec(page)!;
  const [, files] = /allSettled\((\[.*?\])/.exec(starter!)!;
  expect(JSON.parse(files!)).toEqual([
    "/assets/entry.client-1.js",
    "/assets/react-2.js",
    "/assets/step-3.js",
  ]);
});
