import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { sendFrameworkResponse, toFrameworkRequest } from "./framework.server.ts";

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

function posted(type: string, body: string) {
  const gone = new AbortController();
  let asked = 0;
  const signal = () => {
    asked += 1;
    return gone.signal;
  };
  const incoming = { method: "POST", headers: { "content-type": type, cookie: "a=1", origin: "null" } };
  const request = toFrameworkRequest(incoming as unknown as IncomingMessage, {
    target: "/booking?draft=1",
    appOrigin: "https://example.org",
    body: Buffer.from(body),
    signal,
  });
  return { request, gone, timesAsked: () => asked };
}

const FIELDS = "application/x-www-form-urlencoded";

test("a posted form is read, and read again from a copy, without a signal or a stream", async () => {
  const { request, timesAsked } = posted(FIELDS, "name=Ana+%C3%89&name=2");
  for (const one of [request.clone(), request]) {
    expect(one).toBeInstanceOf(Request);
    expect([one.method, one.url]).toEqual(["POST", "https://example.org/booking?draft=1"]);
    expect([...one.headers.keys()]).toEqual(["content-type", "cookie"]);
    expect([...(await one.formData())]).toEqual([
      ["name", "Ana É"],
      ["name", "2"],
    ]);
  }
  expect(timesAsked()).toBe(0);
});

test("everything else that a request has is there when it is asked for", async () => {
  const { request, gone, timesAsked } = posted("application/json", '{"a":1}');
  expect(await request.clone().json()).toEqual({ a: 1 });
  expect(request.bodyUsed).toBe(false);
  const { url, method, headers, body, signal } = request;
  const forwarded = new Request(url, { method, headers, body, signal, duplex: "half" } as RequestInit);
  expect(await forwarded.text()).toBe('{"a":1}');
  expect(request.bodyUsed).toBe(true);
  gone.abort();
  expect([request.signal.aborted, forwarded.signal.aborted]).toEqual([true, true]);
  expect(timesAsked()).toBe(2);
});

test("a form in parts is read as well, and one that cannot be read is refused with 400", async () => {
  const part = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nAna\r\n--x--\r\n';
  const inParts = posted("multipart/form-data; boundary=x", part);
  expect((await inParts.request.formData()).get("name")).toBe("Ana");
  const broken = posted("multipart/form-data; boundary=x", "nothing");
  await expect(broken.request.formData()).rejects.toMatchObject({ status: 400 });
});
