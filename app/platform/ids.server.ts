import type { Clock } from "./clock.ts";
import { freshRandomBytes, randomText } from "./random-bytes.server.ts";

/** Without characters that are confused: 0/O, 1/I/L, 5/S, 8/B, 2/Z, U/V, M/N. */
export const REFERENCE_ALPHABET = "34679ACDEFGHJKPQRTWXY";

const COUNTER_END = 0x1000;

/** Not after any UUIDv7 made at this time or later. */
export function firstUuidOf(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Ids and random tokens of one process. */
export function createIds(clock: Clock) {
  let lastMs = 0;
  let counter = 0;
  return {
    /** A UUIDv7: sorts by time, also within a millisecond (RFC 9562, section 6.2). */
    uuid(): string {
      const bytes = freshRandomBytes(16);
      const now = clock.now().getTime();
      if (now > lastMs) {
        lastMs = now;
        counter = bytes.readUInt16BE(6) & 0x3ff;
      } else if (++counter === COUNTER_END) {
        lastMs += 1;
        counter = 0;
      }
      bytes.writeUIntBE(lastMs, 0, 6);
      bytes.writeUInt16BE(0x7000 | counter, 6);
      bytes[8] = (bytes[8]! & 0x3f) | 0x80;
      const hex = bytes.toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
    /** 128 random bits, base64url, for URLs. */
    random128: () => freshRandomBytes(16).toString("base64url"),
    /** 256 random bits, base64url, for bearer secrets. */
    random256: () => freshRandomBytes(32).toString("base64url"),
    /** Can be read out on the phone: `ABC-7K4Q-2XPD`, with the prefix of its kind. */
    reference: (prefix: string) =>
      `${prefix}-${randomText(REFERENCE_ALPHABET, 4)}-${randomText(REFERENCE_ALPHABET, 4)}`,
    sixDigits: () => randomText("0123456789", 6),
  };
}

export type Ids = ReturnType<typeof createIds>;
