import { expect, test } from "vitest";
import { createTestDeps } from "#tests/setup/deps.ts";
import { requireOneMailFolder } from "./mail-folder.server.ts";

test("two copies of the server that write mails to two folders are not started", async () => {
  const deps = createTestDeps();
  const elsewhere = { ...deps, env: { ...deps.env, DATA_DIR: "/elsewhere" } };
  const first = await requireOneMailFolder(deps);
  await expect(requireOneMailFolder(elsewhere)).rejects.toThrow("DATA_DIR_SHARED=on");
  (await requireOneMailFolder(deps)).stop();
  const mailed = { ...elsewhere, env: { ...elsewhere.env, SMTP_URL: "smtp://localhost" } };
  (await requireOneMailFolder(mailed)).stop();
  first.stop();
  deps.clock.advance(60_000);
  (await requireOneMailFolder(elsewhere)).stop();
});
