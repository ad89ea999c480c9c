import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { freePort } from "#tests/setup/free-port.ts";
import { MissingBrowser, type Browser, type Settings, type Window } from "./browser.ts";

const DRIVER = "/usr/bin/WebKitWebDriver";
const DISPLAY_SERVER = "/usr/bin/Xvfb";
const TAB = "\uE004";

/** A screen in memory: WebKitGTK has no mode without one. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(
    DISPLAY_SERVER,
    ["-displayfd", "3", "-screen", "0", "1400x6000x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  );
  const [number] = (await once(screen.stdio[3] as Readable, "data")) as [Buffer];
  return { screen, display: `:${number.toString().trim()}` };
}

/** Calls the W3C WebDriver protocol; rejects with the driver's own message. */
async function call<Value>(method: string, url: string, body?: object): Promise<Value> {
  const answer = await fetch(url, {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : {}),
  });
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`);
  return value;
}

async function untilReady(driver: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const isReady = await call<{ ready: boolean }>("GET", `${driver}/status`).then(
      ({ ready }) => ready,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("WebKitWebDriver was not ready in 30 s.");
}

/** Starts WebKitGTK's small browser through its driver, on a screen in memory. */
export async function startWebKit({ isDark = false }: Settings = {}): Promise<Browser> {
  for (const [file, name] of [
    [DRIVER, "webkit2gtk-driver"],
    [DISPLAY_SERVER, "xvfb"],
  ] as const) {
    if (existsSync(file)) continue;
    throw new MissingBrowser(
      `WebKit cannot be driven, since ${file} is missing, so nothing was tested in it. On Debian: apt-get install ${name}`,
    );
  }
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = `http://127.0.0.1:${port}`;
  const server = spawn(DRIVER, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: "x11",
      LIBGL_ALWAYS_SOFTWARE: "1",
      LANG: "en_GB.UTF-8",
      GTK_THEME: isDark ? "Adwaita:dark" : "Adwaita",
    },
    stdio: "ignore",
  });

  async function openWindow(): Promise<Window> {
    const { sessionId } = await call<{ sessionId: string }>("POST", `${driver}/session`, {
      capabilities: {
        alwaysMatch: {
          "webkitgtk:browserOptions": {
            binary: "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
            // Without its bars, which are wider than a phone.
            args: ["--automation", "--full-screen"],
          },
        },
      },
    });
    const session = `${driver}/session/${sessionId}`;
    const post = <Value>(path: string, body: object) => call<Value>("POST", `${session}/${path}`, body);
    const act = (id: string, type: string, actions: object[]) =>
      post<void>("actions", { actions: [{ id, type, actions }] });
    const type = (text: string) =>
      act(
        "keyboard",
        "key",
        [...text].flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]),
      );
    return {
      visit: (url) => post("url", { url }),
      address: () => call("GET", `${session}/url`),
      run: (code, ...args) =>
        post("execute/sync", { script: `return (${code.toString()})(...arguments)`, args }),
      pressAt: (x, y) =>
        act("mouse", "pointer", [
          { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ]),
      type,
      pressTab: () => type(TAB),
      async addCookie({ name, value }) {
        await post("cookie", { cookie: { name, value, path: "/", httpOnly: true } });
      },
      resize: async (size) => void (await post("window/rect", { x: 0, y: 0, ...size })),
      picture: async () => Buffer.from(await call<string>("GET", `${session}/screenshot`), "base64"),
      close: () => call("DELETE", session),
    };
  }

  async function close() {
    for (const process of [server, screen]) {
      const exit = once(process, "exit");
      process.kill();
      await exit;
    }
  }
  await untilReady(driver);
  return { openWindow, close };
}
