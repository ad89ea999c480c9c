import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { sendFrameworkResponse } from "./framework.server.ts";

test("a long answer is made only as fast as its reader takes it", async () => {
  let made = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        made += 1;
        if (made > 3) controller.close();
        else controller.enqueue(new Uint8Array(10));
      },
    },
    { highWaterMark: 0 },
  );
  let isEnded = false;
  const response = Object.assign(new EventEmitter(), {
    req: { method: "GET" },
    setHeader() {},
    write: () => false,
    end: () => (isEnded = true),
  });
  const options = { document: undefined, isSecure: false };
  const sent = sendFrameworkResponse(response as unknown as ServerResponse, new Response(body), options);
  for (const count of [1, 2, 3]) {
    await expect.poll(() => made).toBe(count);
    await setImmediate();
    expect(made).toBe(count);
    response.emit("drain");
  }
  await sent;
  expect(isEnded).toBe(true);
  expect(response.listenerCount("drain")).toBe(1);
});
