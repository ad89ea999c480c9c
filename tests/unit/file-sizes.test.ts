import { expect, onTestFinished, test } from "vitest";
import { createHttpApp } from "#app/platform/http/app.server.ts";
import { createHttpServer, listen } from "#app/platform/http/server.server.ts";
import { siteRules } from "#app/site-rules.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { FILE_PAGES, BUTTONS_OF_STATES, FORM_PAGES } from "#tests/setup/every-form.ts";
import { fieldsSent, readForms } from "#tests/setup/html-forms.ts";
import { buildSite } from "#tests/setup/rendered-site.ts";

/** Sends a file of the size that a page promises, and larger ones, through the server to each page with a file. */

const UNITS = { KB: 1024, MB: 1024 * 1024 };
const build = buildSite();

async function startSite() {
  const deps = createTestDeps({ RATE_LIMITS: "off", APP_ORIGIN: "http://localhost" });
  const server = createHttpServer(
    createHttpApp({
      deps,
      build: await build,
      rules: siteRules,
      lifecycle: { isStarting: false, isStopping: false },
      observers: { onAnswer() {}, onDefect() {} },
      assets: (_request, _response, next) => next(),
    }),
  );
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    deps,
    at: (url: string) => new URL(new URL(url, "http://localhost").pathname, `http://127.0.0.1:${port}`),
  };
}

const padded = (content: string, bytes: number) => content + "\n".repeat(bytes - Buffer.byteLength(content));

test.each(FILE_PAGES)(
  "%s takes a file as large as it promises, and names one that is larger",
  async (path) => {
    const { deps, at } = await startSite();
    const page = [...FORM_PAGES, ...BUTTONS_OF_STATES].find(
      ({ title }) => title === path || title.endsWith(` on ${path}`),
    )!;
    const cookies = new Map<string, string>();
    const jar = {
      async addCookies(added: { name: string; value: string }[]) {
        for (const { name, value } of added) cookies.set(name, value);
      },
    };
    const { url, typed } = await page.openPage(jar, { deps, origin: deps.env.APP_ORIGIN });
    const request = new URL(url, "http://localhost");
    const address = at(url);
    address.search = request.search;
    const ask = (body?: FormData) =>
      fetch(address, {
        headers: {
          Origin: "http://localhost",
          Cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        },
        redirect: "manual",
        ...(body && { method: "POST", body }),
      });
    let opened = await ask();
    if (opened.status >= 300) {
      for (const pair of opened.headers.getSetCookie()) {
        const [name, value] = pair.split(";")[0]!.split(/=(.*)/s);
        cookies.set(name!, value!);
      }
      address.search = new URL(opened.headers.get("Location")!, address).search;
      opened = await ask();
    }
    const text = await opened.text();
    const form = readForms(text).find(({ controls }) => controls.some(({ type }) => type === "file"))!;
    const control = form.controls.find(({ type }) => type === "file")!;
    const [, count, unit] = /(?:smaller than|at most) (\d+) ?([KM]B)/.exec(text)!;
    const promised = Number(count) * UNITS[unit as keyof typeof UNITS];
    const send = (bytes: number) => {
      const fields = fieldsSent(form, form.buttons[0]!, ({ name, type }) =>
        type === "file" || type === "select" ? undefined : typed[name],
      );
      const content = padded(typed[control.name]!, bytes);
      const isPdf = content.startsWith("%PDF");
      fields.set(control.name, new File([content], isPdf ? "Oak.pdf" : "Oak.csv"));
      return ask(fields);
    };

    const refused = await send(promised + 1);
    expect(refused.status, "a larger file").toBe(400);
    const said = await refused.text();
    expect(said, "the file is named").toMatch(/Oak\.(pdf|csv): /);
    for (const { name, type } of form.controls.filter(
      (other) => other.type === "text" || other.type === "textarea",
    ))
      if (typed[name]) expect(said, `${name} (${type}) is kept`).toContain(typed[name]);
    const huge = await send(Math.max(promised * 2, 33 * UNITS.MB));
    expect(huge.status, "a much larger file").toBe(400);
    const taken = await send(promised);
    expect(taken.status, "a file as large as promised").toBe(path === "/verify" ? 200 : 303);
  },
);
