import { expect, test } from "vitest";
import { z } from "zod";
import { answerForms, formOf, type Sent } from "./answer-forms.server.ts";

type Refused =
  | { ok: false; problem: "gone" }
  | { ok: false; problem: "taken"; by: string }
  | { ok: false; problem: "not-theirs" };

const form = formOf<Sent & { answer: { ok: true } | Refused }, Refused>();
const answer = answerForms(
  {
    note: form({
      schema: z.object({ text: z.string("Enter a note.") }),
      summary: "Nothing was noted.",
      change: async ({ answer: given }) => given,
      said: "The note was added.",
    }),
    close: form({
      schema: z.object({}),
      summary: "Nothing was closed.",
      change: async ({ answer: given }) => given,
      said: "It was closed.",
      done: "closed",
      formId: (posted) => `close-${String(posted.get("id"))}`,
    }),
  },
  {
    words: { gone: "It is gone.", taken: ({ by }) => `${by} has it.`, "not-theirs": null },
    otherwise: "note",
  },
);

type Reply = {
  init: { status: number };
  data: { summary: string; initialValue: object; formId: string } | null;
};

async function post(fields: Record<string, string>, given: { ok: true } | Refused = { ok: true }) {
  const posted = new FormData();
  for (const [name, value] of Object.entries(fields)) posted.append(name, value);
  const thrownOr = answer({ form: posted, page: "/page", answer: given }).catch((thrown: unknown) => thrown);
  const result: unknown = await thrownOr;
  if (result instanceof Response) return result.headers.get("Location");
  const { init, data } = result as Reply;
  return { status: init.status, ...data };
}

test("a form that was done leads to its page, which says so", async () => {
  expect(await post({ intent: "note", text: "Hello" })).toBe("/page?done=note");
  expect(await post({ intent: "close", id: "7" })).toBe("/page?done=closed");
  expect(answer.said(new Request("http://localhost/page?done=closed"))).toBe("It was closed.");
  expect(answer.said(new Request("http://localhost/page?done=constructor"))).toBeUndefined();
  expect(answer.said(new Request("http://localhost/page"))).toBeUndefined();
});

test("a form without an intent is the page's usual one, an unknown one is refused", async () => {
  expect(await post({ text: "Hello" })).toBe("/page?done=note");
  expect(await post({ intent: "toString" })).toMatchObject({ status: 400 });
});

test("a refused form shows why, with what was typed", async () => {
  const gone = await post({ intent: "note", text: "Hello" }, { ok: false, problem: "gone" });
  expect(gone).toMatchObject({ status: 409, summary: "It is gone.", formId: "note-form" });
  expect(gone).toMatchObject({ initialValue: { text: "Hello" } });
  const taken = await post({ intent: "close", id: "7" }, { ok: false, problem: "taken", by: "Ann" });
  expect(taken).toMatchObject({ status: 409, summary: "Ann has it.", formId: "close-7" });
  expect(await post({ intent: "note" })).toMatchObject({ status: 400, summary: "Nothing was noted." });
  expect(await post({ text: "Hello" }, { ok: false, problem: "not-theirs" })).toMatchObject({ status: 404 });
});
