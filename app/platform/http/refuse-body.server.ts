import type { Exchange } from "./exchange.server.ts";
import { isDataRequest, tooLargeAnswer } from "./keep-input.server.ts";
import { ANSWERS, beginPlainAnswer, sendPlainAnswer, type Addressee } from "./plain-answer.server.ts";
import { readBody } from "./read-body.server.ts";

/** How long, and how much, is read from a refused client. */
const LINGER = { ms: 1_000, bytes: 1024 * 1024 };

/** How much of a refused body is read to be given back, and for how many senders at once. */
const KEPT = { bytes: 1024 * 1024, atOnce: 4 };
let keeping = 0;

type Refused = Addressee & Pick<Exchange, "request" | "target">;

/** True for a page's form that is short enough to be given back. */
function isWorthKeeping({ request, isApi, target }: Refused): boolean {
  const { expect, "content-length": announced } = request.headers;
  const isForm = !isApi && !isDataRequest(target) && expect === undefined;
  return isForm && Number(announced ?? Infinity) <= KEPT.bytes && keeping < KEPT.atOnce;
}

/** Answers 413 to a body longer than `limit`; a page's form, if possible, with what was typed. */
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

/** Answers 413 and goes on reading for a moment: closing while the client sends would reset the connection before it
 * sees the answer. */
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
