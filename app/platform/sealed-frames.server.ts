import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto";

/** Seals a file while it passes by: AES-256-GCM in frames of 64 KiB. Each frame is bound to its number, to whether it
 * is the last, and to the file's id, so that a frame that was altered, moved or cut off does not open. */

const FRAME_BYTES = 64 * 1024;
const TAG_BYTES = 16;

type Source = AsyncIterable<Uint8Array>;

/** A key seals one file, once: frames are told apart by their number alone. */
function nonceOf(frame: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(frame, 0);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

/** Pieces of exactly `size` bytes, the last one shorter; an empty source gives one empty piece. */
async function* piecesOf(source: Source, size: number): AsyncGenerator<[piece: Buffer, isLast: boolean]> {
  let kept = Buffer.alloc(0);
  for await (const chunk of source) {
    kept = kept.length === 0 ? Buffer.from(chunk) : Buffer.concat([kept, chunk]);
    let start = 0;
    for (; kept.length - start > size; start += size) yield [kept.subarray(start, start + size), false];
    kept = kept.subarray(start);
  }
  yield [kept, true];
}

export async function* sealFrames(key: KeyObject, id: string, plain: Source): AsyncGenerator<Buffer> {
  let frame = 0;
  for await (const [piece, isLast] of piecesOf(plain, FRAME_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(frame, isLast));
    cipher.setAAD(Buffer.from(id));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    frame += 1;
  }
}

/** Throws at the frame that is not what was sealed; the frames before it are given. */
export async function* openFrames(key: KeyObject, id: string, sealed: Source): AsyncGenerator<Buffer> {
  let frame = 0;
  for await (const [piece, isLast] of piecesOf(sealed, FRAME_BYTES + TAG_BYTES)) {
    if (piece.length < TAG_BYTES) throw new Error(`The sealed file ${id} is cut short`);
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(frame, isLast), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(id));
    decipher.setAuthTag(piece.subarray(-TAG_BYTES));
    yield Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
    frame += 1;
  }
}
