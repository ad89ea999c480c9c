import { expect, test } from "vitest";
import { byIntent, intentOf } from "./intent.ts";

function posted(intent?: string) {
  const form = new FormData();
  if (intent !== undefined) form.set("intent", intent);
  return form;
}

const answers = { save: () => "saved", remove: (id: string) => `removed ${id}` };

test("the pressed button's answer is chosen, with what the button is about", () => {
  expect(byIntent(posted("save"), answers)).toBe("saved");
  expect(byIntent(posted("remove:7"), answers)).toBe("removed 7");
  expect(intentOf(posted("remove:7"))).toBe("remove:7");
});

test("a form with no intent, or with another one, has the usual answer, or is a bad request", () => {
  for (const intent of [undefined, "", "other", "toString"]) {
    expect(byIntent(posted(intent), answers, () => "usual")).toBe("usual");
    expect(() => byIntent(posted(intent), answers)).toThrow(
      expect.objectContaining({ init: { status: 400 } }),
    );
  }
  expect(intentOf(undefined)).toBeNull();
});
