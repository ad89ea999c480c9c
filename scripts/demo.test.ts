import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startPostmark } from "#tests/standins/postmark.ts";

test("a port of the stand-ins that is in use is named, with what to set", async () => {
  const other = await startPostmark();
  onTestFinished(() => other.close());
  const { port } = new URL(other.url);
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "demo.ts")], {
    encoding: "utf8",
    env: { ...process.env, DEMO_MAIL_PORT: port, DEMO_INVOICE_PORT: "0" },
  });
  expect(stderr).toBe(
    `Port ${port} is in use. Stop what uses it, or set DEMO_MAIL_PORT or DEMO_INVOICE_PORT to another one.\n`,
  );
  expect(status).toBe(1);
});
