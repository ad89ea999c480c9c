import { expect, test } from "vitest";
import { eicar, inChunks } from "#tests/setup/files.ts";
import { startClamd } from "#tests/standins/clamd.ts";
import { createClamdScanner } from "./clamd-scanner.server.ts";

const scan = (url: string, text: string) => createClamdScanner(url, 500).scan(inChunks(Buffer.from(text), 7));

test("a file is clean or infected, by the checker's word", async () => {
  const { url } = await startClamd();
  expect(await scan(url, "a letter")).toEqual({ kind: "clean" });
  expect(await scan(url, `x${eicar()}`)).toEqual({ kind: "infected", signature: "Eicar-Signature" });
  expect(await createClamdScanner(url).problem()).toBeNull();
});

test.each([
  ["INSTREAM size limit exceeded. ERROR", "INSTREAM size limit exceeded. ERROR"],
  ["<html>busy</html>", "It gave an answer that is none"],
  ["stream: OK and more", "stream: OK and more"],
])("an answer that is neither means that the checker does not work: %s", async (answer, reason) => {
  const { url, state } = await startClamd();
  state.answer = answer;
  expect(await scan(url, "a letter")).toEqual({ kind: "not-working", reason });
});

test("a checker that hangs up, or is not there, does not work", async () => {
  const { url, state } = await startClamd();
  state.isHangingUp = true;
  expect(await scan(url, "a letter")).toMatchObject({ kind: "not-working" });
  const large = createClamdScanner(url).scan(inChunks(Buffer.alloc(9_000_000), 64 * 1024));
  expect(await large, "while a file is on its way").toMatchObject({ kind: "not-working" });
  expect(await scan("tcp://127.0.0.1:1", "a letter")).toEqual({
    kind: "not-working",
    reason: "ECONNREFUSED",
  });
  expect(await scan("unix:/nowhere/clamd.sock", "x")).toEqual({ kind: "not-working", reason: "ENOENT" });
  expect(await createClamdScanner("tcp://127.0.0.1:1").problem()).toBe("ECONNREFUSED");
});

test("an error of the file itself is none of the checker's", async () => {
  const { url } = await startClamd();
  async function* damaged() {
    yield Buffer.from("a");
    throw new Error("altered on disk");
  }
  await expect(createClamdScanner(url).scan(damaged())).rejects.toThrow("altered on disk");
});
