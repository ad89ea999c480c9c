import type { IncomingMessage } from "node:http";
import type { Exchange } from "./exchange.server.ts";
import { isDataRequest, tooLargeAnswer } from "./keep-input.server.ts";
import { ANSWERS, beginPlainAnswer, sendPlainAnswer, type Addressee } from "./plain-answer.server.ts";

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

const LINGER = { ms: 1_000, bytes: 1024 * 1024 };

/** How much of a refused body is read to be given back, and for how many senders at once. */
const KEPT = { bytes: 1024 * 1024, atOnce: 4 };
let keeping = 0;

type Refused = Addressee & Pick<Exchange, "request" | "target">;

function isWorthKeeping({ request, isApi, target }: Refused): boolean {
  const { expect, "content-length": announced } = request.headers;
  const isForm = !isApi && !isDataRequest(target) && expect === undefined;
  return isForm && Number(announced ?? Infinity) <= KEPT.bytes && keeping < KEPT.atOnce;
}

/** Answers 413. A form of up to 1 MB gets back what was typed, for a few senders at once. */
export async function refuseBody(exchange: Refused, limit: number): Promise<void> {
  if (!isWorthKeeping(exchange)) return refuseAtOnce(exchange);
  const { request, target } = exchange;
  keeping += 1;
  try {
    const body = await readBody(request, KEPT.bytes);
    if (!(body instanceof Buffer)) return;
    const contentType = request.headers["content-type"] ?? "";
    sendPlainAnswer(await tooLargeAnswer({ target, contentType, body }, limit), exchange);
  } finally {
    keeping -= 1;
  }
}

/** Goes on reading for a moment: closing would reset the connection before the client sees the answer. */
function refuseAtOnce(exchange: Refused): void {
  const { request, response } = exchange;
  response.write(beginPlainAnswer({ ...ANSWERS.tooLarge, headers: { Connection: "close" } }, exchange));
  const finish = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(() => {
    finish();
    request.destroy();
  }, LINGER.ms);
  let discarded = 0;
  request.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > LINGER.bytes) request.pause();
  });
  request.once("end", finish).once("close", finish).resume();
}
