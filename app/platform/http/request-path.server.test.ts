import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { inOrder, type Middleware } from "./request-path.server.ts";

async function walk(...middleware: Middleware[]): Promise<string[]> {
  const met: string[] = [];
  const noted = middleware.map((one, position): Middleware => (request, response, next) => {
    met.push(String(position));
    return one(request, response, next);
  });
  inOrder(noted, (error) => met.push((error as Error).message))({} as IncomingMessage, {} as ServerResponse);
  await new Promise(setImmediate);
  return met;
}

const goOn: Middleware = (_request, _response, next) => next();

test("a request meets one after the other, until one answers", async () => {
  expect(await walk(goOn, goOn, () => undefined, goOn)).toEqual(["0", "1", "2"]);
});

test.each<[string, Middleware]>([
  [
    "thrown",
    () => {
      throw new Error("thrown");
    },
  ],
  ["rejected", () => Promise.reject(new Error("rejected"))],
  ["passed on", (_request, _response, next) => next(new Error("passed on"))],
])("an error that is %s is answered, and nothing after it runs", async (message, failing) => {
  expect(await walk(goOn, failing, goOn)).toEqual(["0", "1", message]);
});
