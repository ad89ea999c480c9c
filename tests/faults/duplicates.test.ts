import { expect, test } from "vitest";
import { scale, startFaultServer } from "./server.ts";
import { book, bookingIds } from "./visitor.ts";

const KEYS = scale(30, 1_000);
const DUPLICATES = 20;

test(`${KEYS} keys sent ${DUPLICATES} times each make ${KEYS} bookings`, async () => {
  const server = await startFaultServer();
  const seen = new Set<string>();
  for (let n = 0; n < KEYS; n += 1) {
    const key = `key-${n}-0123456789`;
    const answers = await Promise.all(Array.from({ length: DUPLICATES }, () => book(server.origin, key)));
    const different = new Set(answers.map((answer) => `${answer.status} ${answer.bookingId}`));
    expect([...different], key).toHaveLength(1);
    expect(answers[0]!.status).toBe(201);
    seen.add(answers[0]!.bookingId!);
  }
  expect(seen.size).toBe(KEYS);
  expect(bookingIds(server)).toHaveLength(KEYS);
});
