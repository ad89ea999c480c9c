import type { IncomingMessage } from "node:http";
import { ANSWERS, beginPlainAnswer, type Addressee } from "./plain-answer.server.ts";

/** How long, and how much, the client may go on sending after it was refused. */
const LINGER = { ms: 1_000, bytes: 1024 * 1024 };

/**
 * Answers 413 at once and then reads on for a moment without keeping anything: a connection that is closed on a client
 * which is still sending is reset, and the client never sees the answer.
 */
export function refuseBody(request: IncomingMessage, to: Addressee): void {
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
