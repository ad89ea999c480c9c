import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type WireRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
};

export type Answer = { status: number; headers?: Record<string, string>; body?: unknown };

/** How a vendor misbehaves: another answer (`isDone`: the request still takes effect), silence (`hang`, or
 * `hang-after` with effect), or a cut connection (`cut`, or `cut-after` with effect). */
export type Fault = (Answer & { isDone?: true }) | "hang" | "hang-after" | "cut" | "cut-after";

export type Standin = {
  url: string;
  /** Refused ones included. */
  requests: WireRequest[];
  /** Called for every request; `undefined` means no fault. */
  faults: { decide: (request: WireRequest) => Fault | undefined };
  close(): Promise<void>;
};

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, answer: Answer): void {
  const isText = typeof answer.body === "string";
  response.writeHead(answer.status, {
    "Content-Type": isText ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
    ...answer.headers,
  });
  response.end(isText ? answer.body : JSON.stringify(answer.body ?? {}));
}

/** A local HTTP server in a vendor's place. Port 0 takes a free one. */
export async function startHttpStandin(
  answer: (request: WireRequest) => Answer,
  options: { port?: number } = {},
): Promise<Standin> {
  const requests: WireRequest[] = [];
  const faults: Standin["faults"] = { decide: () => undefined };
  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? "/", "http://standin");
    const request: WireRequest = {
      method: incoming.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: await read(incoming).catch(() => ""),
    };
    requests.push(request);
    const fault = faults.decide(request);
    if (fault === "hang") return;
    if (fault === "cut") return void incoming.socket.destroy();
    if (typeof fault === "object" && !fault.isDone) return send(response, fault);
    const result = answer(request);
    if (typeof fault === "object") return send(response, fault);
    if (fault === "hang-after") return;
    if (fault === "cut-after") return void incoming.socket.destroy();
    send(response, result);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
