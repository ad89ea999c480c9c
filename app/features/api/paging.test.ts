import fc from "fast-check";
import { expect, test } from "vitest";
import { PageQuery, readCursor, toPage, writeCursor } from "./paging.ts";

const position = { createdAt: "2027-03-10T09:00:00.000Z", id: "0195-abc" };
const items = ["c", "b", "a"].map((id) => ({ ...position, id }));
const request = new Request("http://localhost/api/bookings?limit=2");

test("a cursor comes back as the position it was written of", () => {
  expect(readCursor(writeCursor(position))).toEqual(position);
});

test("a text that is no cursor of ours is refused, whatever it is", () => {
  fc.assert(fc.property(fc.string(), (text) => readCursor(text) === null));
});

test("names the next page only when there is one", () => {
  const first = toPage(request, 2, items);
  expect(first.items.map(({ id }) => id)).toEqual(["c", "b"]);
  const cursor = writeCursor({ ...position, id: "b" });
  expect(first.headers.Link).toBe(`<http://localhost/api/bookings?limit=2&cursor=${cursor}>; rel="next"`);
  expect(toPage(request, 3, items).headers).toEqual({});
  expect(toPage(request, undefined, items)).toEqual({ items, headers: {} });
});

test("takes limits from 1 to 500", () => {
  expect(PageQuery.parse({ limit: "500" })).toEqual({ limit: 500 });
  for (const limit of ["0", "501", "-1", "1.5", "ten"])
    expect(PageQuery.safeParse({ limit }).success).toBe(false);
});
