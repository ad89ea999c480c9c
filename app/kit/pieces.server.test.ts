import { expect, test } from "vitest";
import { byIds, givingWay, inPages } from "./pieces.server.ts";

test("ids are read in pieces, each once, and none without any", async () => {
  const sizes: number[] = [];
  const read = async (piece: number[]) => {
    sizes.push(piece.length);
    return piece.map((id) => id * 2);
  };
  expect(await byIds([], read)).toEqual([]);
  expect(sizes).toEqual([]);
  const ids = Array.from({ length: 1_200 }, (_, id) => id);
  expect(await byIds([...ids, ...ids], read)).toEqual(ids.map((id) => id * 2));
  expect(sizes).toEqual([500, 500, 200]);
});

test("pages go on after the last row, until none is left", async () => {
  const all = [1, 2, 3, 4, 5];
  const seen: (readonly number[])[] = [];
  for await (const page of inPages<number>(async (last = 0) => all.filter((row) => row > last).slice(0, 2)))
    seen.push(page);
  expect(seen).toEqual([[1, 2], [3, 4], [5]]);
});

test("long work lets others go first", async () => {
  const giveWay = givingWay();
  let answered = 0;
  const request = setInterval(() => (answered += 1), 1);
  const end = performance.now() + 100;
  while (performance.now() < end) {
    const piece = performance.now() + 3;
    while (performance.now() < piece);
    await giveWay();
  }
  clearInterval(request);
  expect(answered).toBeGreaterThan(2);
});
