import { ReadableStream as NodeStream } from "node:stream/web";
import { setImmediate } from "node:timers/promises";

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) {
    yield encoder.encode(piece);
    await setImmediate();
  }
}

/** An answer's body from bytes that come one piece after the other. */
export const streamOf = (bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> =>
  NodeStream.from(bytes) as ReadableStream<Uint8Array>;

/** A long answer, made while it is sent: other requests are answered between two pieces. A piece that throws breaks it
 * off, so that half of it never looks complete. Ends when the reader is gone. */
export const inPieces = (pieces: AsyncIterable<string>): ReadableStream<Uint8Array> =>
  streamOf(encoded(pieces));
