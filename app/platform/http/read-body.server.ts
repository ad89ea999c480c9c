import type { IncomingMessage } from "node:http";

export function isDeclaredTooLarge(headers: IncomingMessage["headers"], limit: number): boolean {
  return Number(headers["content-length"] ?? 0) > limit;
}

/** Reads a whole body, up to `limit`: then it stops and leaves the request paused. Null when the client went away. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | "too large" | null> {
  if (isDeclaredTooLarge(request.headers, limit)) return Promise.resolve("too large");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: Buffer | "too large" | null) => {
      request.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      resolve(outcome);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      request.pause();
      settle("too large");
    };
    const onEnd = () => settle(Buffer.concat(chunks));
    const onClose = () => settle(null);
    request.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}
