import type { IncomingMessage } from "node:http";

export function isDeclaredTooLarge(headers: IncomingMessage["headers"], limit: number): boolean {
  return Number(headers["content-length"] ?? 0) > limit;
}

type BodyOutcome =
  | { kind: "read"; bytes: Buffer }
  | { kind: "too-large" }
  /** The client went away. */
  | { kind: "aborted" };

/** Reads a whole body, up to `limit`: then it stops and leaves the request paused. */
export function readBody(request: IncomingMessage, limit: number): Promise<BodyOutcome> {
  if (isDeclaredTooLarge(request.headers, limit)) return Promise.resolve({ kind: "too-large" });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: BodyOutcome) => {
      request.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      resolve(outcome);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      request.pause();
      settle({ kind: "too-large" });
    };
    const onEnd = () => settle({ kind: "read", bytes: Buffer.concat(chunks) });
    const onClose = () => settle({ kind: "aborted" });
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}
