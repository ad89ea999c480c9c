import type { IncomingMessage } from "node:http";
import { isDataRequest, tooLargeAnswer } from "./keep-input.server.ts";
import { ANSWERS, beginPlainAnswer, sendPlainAnswer, type Addressee } from "./plain-answer.server.ts";
import { readBody } from "./read-body.server.ts";

/** How long, and how much, is read from a refused client. */
const LINGER = { ms: 1_000, bytes: 1024 * 1024 };

/** How much of a refused body is read to be given back, and for how many senders at once. */
const KEPT = { bytes: 1024 * 1024, atOnce: 4 };
let keeping = 0;

/** True for a page's form that is short enough to be given back. */
function isWorthKeeping(request: IncomingMessage, to: Addressee, target: string): boolean {
  const { expect, "content-length": announced } = request.headers;
  const isForm = !to.isApi && !isDataRequest(target) && expect === undefined;
  return isForm && Number(announced ?? Infinity) <= KEPT.bytes && keeping < KEPT.atOnce;
}

/** Answers 413 to a body longer than `limit`; a page's form, if possible, with what was typed. */
export async function refuseBody(
  request: IncomingMessage,
  to: Addressee,
  { target, limit }: { target: string; limit: number },
): Promise<void> {
  if (!isWorthKeeping(request, to, target)) return refuseAtOnce(request, to);
  keeping += 1;
  try {
    const outcome = await readBody(request, KEPT.bytes);
    if (outcome.kind !== "read") return;
    const contentType = request.headers["content-type"] ?? "";
    sendPlainAnswer(await tooLargeAnswer({ target, contentType, body: outcome.bytes }, limit), to);
  } finally {
    keeping -= 1;
  }
}

/** Answers 413 and goes on reading for a moment: closing while the client sends would reset the connection before it
 * sees the answer. */
function refuseAtOnce(request: IncomingMessage, to: Addressee): void {
  const { response } = to;
  response.write(beginPlainAnswer({ ...ANSWERS.tooLarge, headers: { Connection: "close" } }, to));
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
