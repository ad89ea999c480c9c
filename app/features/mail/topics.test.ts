import { expect, test } from "vitest";
import { MAILS } from "./topics.ts";

test("each mail is declared once, and has a place of its own in the list", () => {
  for (const values of [MAILS.map(({ topic }) => topic), MAILS.flatMap(({ listed }) => listed ?? [])])
    expect(values).toHaveLength(new Set<unknown>(values).size);
});
