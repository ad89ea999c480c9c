import { expect, test } from "vitest";
import { streamOf } from "#app/platform/in-pieces.server.ts";
import { readMultipart, type PostedFile } from "./multipart.server.ts";

const LIMITS = { maxFiles: 3, maxBytes: 1024 * 1024 };
const BOUNDARY = "----form";

const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="documents"; filename="${name}"\r\n` +
  `Content-Type: application/pdf\r\n\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

function request(body: BodyInit, type = `multipart/form-data; boundary=${BOUNDARY}`): Request {
  const init = { method: "POST", headers: { "Content-Type": type }, body, duplex: "half" };
  return new Request("http://localhost/", init as RequestInit);
}

const bytesOf = (text: string, chunk = 50) =>
  streamOf(
    (async function* () {
      const bytes = Buffer.from(text, "latin1");
      for (let at = 0; at < bytes.length; at += chunk) yield new Uint8Array(bytes.subarray(at, at + chunk));
    })(),
  );

/** Reads all files that arrive, the cut ones included. */
async function read(posted: Request) {
  const files: Record<string, string> = {};
  const result = await readMultipart(posted, LIMITS, async ({ fileName, content, form }: PostedFile) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of content) chunks.push(chunk);
      files[fileName] = `${form.get("kind")}: ${Buffer.concat(chunks).toString("latin1")}`;
    } catch {
      files[fileName] = "cut";
    }
  });
  return { ...result, files };
}

test("fields and files are read one after the other while they arrive", async () => {
  const long = "x".repeat(200_000);
  const body = field("kind", "will") + file("a.pdf", "%PDF-a") + file("b.pdf", long) + END;
  const { files, form, isWhole } = await read(request(bytesOf(body)));
  expect(isWhole).toBe(true);
  expect(form.get("kind")).toBe("will");
  expect(files).toEqual({ "a.pdf": "will: %PDF-a", "b.pdf": `will: ${long}` });
});

test("a line that is cut in the third file leaves the first two", async () => {
  const body =
    field("kind", "will") + file("a.pdf", "aa") + file("b.pdf", "bb") + file("c.pdf", "c".repeat(999));
  const cut = body.slice(0, -500);
  const { files, isWhole } = await read(request(bytesOf(cut)));
  expect(isWhole).toBe(false);
  expect(files).toEqual({ "a.pdf": "will: aa", "b.pdf": "will: bb", "c.pdf": "cut" });
});

test("a file that nobody reads does not hold up the others, and an error is told at the end", async () => {
  const body = file("a.pdf", "x".repeat(300_000)) + file("b.pdf", "bb") + END;
  const seen: string[] = [];
  const result = await readMultipart(request(bytesOf(body, 60_000)), LIMITS, async ({ fileName }) => {
    seen.push(fileName);
  });
  expect([seen, result.isWhole]).toEqual([["a.pdf", "b.pdf"], true]);
  const failing = readMultipart(request(bytesOf(body, 60_000)), LIMITS, async () => {
    throw new Error("the disk is full");
  });
  await expect(failing).rejects.toThrow("the disk is full");
});

test("more files than allowed are told about, and a body without end is not read to it", async () => {
  const many = ["1", "2", "3", "4"].map((name) => file(`${name}.pdf`, name)).join("") + END;
  const { files, hasTooManyFiles } = await read(request(bytesOf(many)));
  expect([Object.keys(files), hasTooManyFiles]).toEqual([["1.pdf", "2.pdf", "3.pdf"], true]);
  const endless = file("a.pdf", "x".repeat(2 * LIMITS.maxBytes)) + END;
  expect((await read(request(bytesOf(endless, 60_000)))).isWhole).toBe(false);
});

test.each(["multipart/form-data", "multipart/form-data; boundary=other"])(
  "a body that does not fit its header (%s) is not whole",
  async (type) => {
    expect((await read(request(bytesOf(file("a.pdf", "aa") + END), type))).isWhole).toBe(false);
  },
);

/** A small generator, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const MUTILATED = process.env.FAULTS === "full" ? 10_000 : 1_000;

test(`${MUTILATED} mutilated bodies are read or refused, and none breaks the reader`, async () => {
  const body = Buffer.from(
    field("kind", "will") +
      file("a.pdf", "aaaa") +
      file("é😀.pdf", "b".repeat(600)) +
      field("note", "") +
      END,
  );
  for (let seed = 0; seed < MUTILATED; seed += 1) {
    const random = randomFrom(seed);
    let bytes = Buffer.from(body);
    for (let changes = 1 + random(6); changes > 0; changes -= 1) {
      const at = random(bytes.length);
      const kind = random(4);
      if (kind === 0) bytes[at] = random(256);
      if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random(40))]);
      if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(random(at + 1))]);
      if (kind === 3)
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from("\r\n--"), bytes.subarray(at)]);
    }
    await read(request(bytesOf(bytes.toString("latin1"), 1 + random(400))));
  }
});
