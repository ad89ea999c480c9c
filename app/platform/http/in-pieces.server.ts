import { setImmediate } from "node:timers/promises";

/** A long answer, made while it is sent: other requests are answered between two pieces. A piece that throws breaks it off,
 * so that half of it never looks complete. Ends when the reader is gone. */
export function inPieces(pieces: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await setImmediate();
        const { value, done } = await pieces.next();
        if (done) return controller.close();
        controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}
