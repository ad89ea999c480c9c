import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";
import { MAX_PASSWORD_CHARACTERS } from "./password-rules.ts";

test.each(["a", "\u{1f600}"])(
  "the longest password of %s opens its own hash, a longer one does not",
  async (letter) => {
    const longest = letter.repeat(MAX_PASSWORD_CHARACTERS);
    const hash = await hashPassword(longest);
    expect(await verifyPassword(hash, longest)).toBe(true);
    expect(await verifyPassword(hash, longest + letter)).toBe(false);
  },
);
