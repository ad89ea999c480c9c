import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openFrames, sealFrames } from "./sealed-frames.server.ts";

const FRAME = 64 * 1024;
const KEY = createSecretKey(randomBytes(32));

async function* inChunks(bytes: Buffer, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
const seal = (bytes: Buffer, chunk = 10_000) => whole(sealFrames(KEY, "doc-1", inChunks(bytes, chunk)));
const open = (bytes: Buffer, id = "doc-1", chunk = 7_777) =>
  whole(openFrames(KEY, id, inChunks(bytes, chunk)));

test.each([0, 1, FRAME - 1, FRAME, FRAME + 1, 2 * FRAME, 3 * FRAME + 5])(
  "a file of %i bytes comes back as it was",
  async (size) => {
    const bytes = randomBytes(size);
    const sealed = await seal(bytes);
    expect(sealed.length).toBe(size + 16 * Math.max(1, Math.ceil(size / FRAME)));
    expect((await open(sealed)).equals(bytes)).toBe(true);
  },
);

test("a flipped bit, a frame that is missing or moved, and another file's id do not open", async () => {
  const sealed = await seal(randomBytes(2 * FRAME + 100));
  const step = FRAME + 16;
  const flipped = Buffer.from(sealed);
  flipped[step + 5]! ^= 1;
  const frames = [sealed.subarray(0, step), sealed.subarray(step, 2 * step), sealed.subarray(2 * step)];
  const damaged = {
    flipped,
    "without its end": Buffer.concat(frames.slice(0, 2)),
    "without its middle": Buffer.concat([frames[0]!, frames[2]!]),
    swapped: Buffer.concat([frames[1]!, frames[0]!, frames[2]!]),
    empty: Buffer.alloc(0),
  };
  for (const [name, bytes] of Object.entries(damaged)) {
    await expect(open(bytes), name).rejects.toThrow();
  }
  await expect(open(sealed, "doc-2")).rejects.toThrow();
});
