import { expect, test } from "vitest";
import { z } from "zod";
import { answerForms, atField, formOf, type Sent } from "./answer-forms.server.ts";

type Refused =
  | { ok: false; problem: "gone" }
  | { ok: false; problem: "taken"; by: string }
  | { ok: false; problem: "changed-since" }
  | { ok: false; problem: "too-late" }
  | { ok: false; problem: "not-theirs" };

type Given = { ok: true; done?: string } | Refused;
const form = formOf<Sent & { answer: Given }, Refused>();
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
    move: form({
      schema: () => z.object({ to: z.string() }),
      change: async ({ answer: given }) => given,
      done: (_, { to }) => (to === "away" ? null : "moved"),
      to: ({ page }, { to }) => `${page}/list?of=${to}`,
      words: { taken: "It moved already." },
    }),
    refresh: form({ change: async () => undefined }),
  },
  {
    words: {
      gone: "It is gone.",
      taken: ({ by }) => `${by} has it.`,
      "changed-since": { summary: "Somebody changed it.", savedInstead: "Tuesday" },
      "too-late": (_, { page }) => atField("to", "Too late.", `Too late for ${page}.`),
      "not-theirs": null,
    },
    otherwise: "note",
    also: { elsewhere: "Done on another page." },
  },
);

type Reply = {
  init: { status: number };
  data: { summary: string; initialValue: object; formId: string } | null;
};

async function post(fields: Record<string, string>, given: Given = { ok: true }) {
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

test("a form can lead elsewhere, end in another way, and do without a notice", async () => {
  expect(await post({ intent: "move", to: "shelf" })).toBe("/page/list?of=shelf&done=moved");
  expect(await post({ intent: "move", to: "away" })).toBe("/page/list?of=away");
  expect(await post({ intent: "note", text: "Hello" }, { ok: true, done: "closed" })).toBe(
    "/page?done=closed",
  );
  expect(await post({ intent: "refresh" })).toBe("/page");
  expect(answer.said(new Request("http://localhost/page?done=elsewhere"))).toBe("Done on another page.");
});

test("a refusal can be about a field, have words of its form, and say more to the page", async () => {
  const move = { intent: "move", to: "shelf", version: "3" };
  expect(await post(move, { ok: false, problem: "too-late" })).toMatchObject({
    status: 400,
    summary: "Too late.",
    problem: "too-late",
    error: { to: ["Too late for /page."] },
  });
  expect(await post(move, { ok: false, problem: "taken", by: "Ann" })).toMatchObject({
    status: 409,
    summary: "It moved already.",
    initialValue: { version: "3" },
  });
  const changed = await post(move, { ok: false, problem: "changed-since" });
  expect(changed).toMatchObject({ status: 409, savedInstead: "Tuesday", initialValue: { to: "shelf" } });
  expect(changed, "the page gives the new version").not.toHaveProperty("initialValue.version");
});

test("a guard refuses before the fields are read, with the words of its code", async () => {
  const guarded = answerForms(
    { note: form({ schema: z.object({ text: z.string() }), change: async () => undefined }) },
    {
      words: { gone: "It is gone.", taken: "", "changed-since": "", "too-late": "", "not-theirs": null },
      guard: ({ answer: given }) => (given.ok ? undefined : given),
    },
  );
  const sent = new FormData();
  sent.set("intent", "note");
  const refused = await guarded({ form: sent, page: "/page", answer: { ok: false, problem: "gone" } });
  expect(refused).toMatchObject({ data: { summary: "It is gone." }, init: { status: 409 } });
});
