import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/setup/free-port.ts";
import { requireFile, type Browser } from "./browser.ts";

/** Calls the W3C WebDriver protocol; rejects with the driver's own message. */
async function call<Value>(method: string, url: string, body?: object): Promise<Value> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`);
  return value;
}

/** Starts WebKitGTK's small browser through its driver, on a screen in memory: it has no mode without one. */
export async function startWebKit(): Promise<Browser> {
  const screen = spawn(
    requireFile(["/usr/bin/Xvfb"], existsSync, "xvfb"),
    ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  const [display] = (await once(screen.stdio[3] as Readable, "data")) as [Buffer];
  const port = await freePort();
  const driver = `http://127.0.0.1:${port}`;
  const program = requireFile(["/usr/bin/WebKitWebDriver"], existsSync, "webkit2gtk-driver");
  const server = spawn(program, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${display.toString().trim()}`,
      GDK_BACKEND: "x11",
      LIBGL_ALWAYS_SOFTWARE: "1",
      LANG: "en_GB.UTF-8",
    },
    stdio: "ignore",
  });
  const isReady = () =>
    call<{ ready: boolean }>("GET", `${driver}/status`).then(
      ({ ready }) => ready,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error("WebKitWebDriver ended while starting.");
    await wait(50);
  }

  return {
    async openWindow(size) {
      // Without its bars, which are wider than a phone.
      const options = {
        binary: "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
        args: ["--automation", "--full-screen"],
      };
      const { sessionId } = await call<{ sessionId: string }>("POST", `${driver}/session`, {
        capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
      });
      const session = `${driver}/session/${sessionId}`;
      const post = <Value>(path: string, body: object) => call<Value>("POST", `${session}/${path}`, body);
      await post("window/rect", { x: 0, y: 0, ...size });
      const act = (id: string, type: string, actions: object[]) =>
        post<void>("actions", { actions: [{ id, type, actions }] });
      return {
        visit: (url) => post("url", { url }),
        run: (code, ...args) =>
          post("execute/sync", { script: `return (${code.toString()})(...arguments)`, args }),
        pressAt: (x, y) =>
          act("mouse", "pointer", [
            { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
            { type: "pointerDown", button: 0 },
            { type: "pointerUp", button: 0 },
          ]),
        type: (text) =>
          act(
            "keyboard",
            "key",
            [...text].flatMap((value) => ["keyDown", "keyUp"].map((type) => ({ type, value }))),
          ),
        addCookie: ({ name, value }) =>
          post("cookie", { cookie: { name, value, path: "/", httpOnly: true } }),
        picture: async () => Buffer.from(await call<string>("GET", `${session}/screenshot`), "base64"),
        close: () => call("DELETE", session),
      };
    },
    async close() {
      for (const process of [server, screen]) {
        const exit = once(process, "exit");
        process.kill();
        await exit;
      }
    },
  };
}
