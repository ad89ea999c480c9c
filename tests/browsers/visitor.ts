import { setTimeout as wait } from "node:timers/promises";
import type { Window } from "./browser.ts";

const TIMEOUT_MS = 20_000;

/** Runs in the page. Scrolls to the field, button, link or label with this name and says where to press it; null when
 * nothing that is visible has it, or something covers it. */
function locate(name: string): { x: number; y: number } | null {
  const plain = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim();
  const visible = <Kind extends HTMLElement>(selector: string): Kind[] =>
    [...document.querySelectorAll<Kind>(selector)].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
  // Text after a colon is for screen readers alone.
  const isNamed = (one: Element) =>
    plain(one.textContent).split(": ")[0] === name || one.getAttribute("aria-label") === name;
  const labels = visible<HTMLLabelElement>("label");
  const label =
    visible("button:enabled, a[href]").find(isNamed) ??
    labels.find(isNamed) ??
    labels.find((one) => plain(one.textContent).startsWith(name));
  const control = (label as HTMLLabelElement | undefined)?.control;
  const target = control && control.getBoundingClientRect().width > 8 ? control : label;
  if (!target) return null;
  target.scrollIntoView({ block: "center", behavior: "instant" });
  const box = target.getClientRects()[0]!;
  const point = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const hit = document.elementFromPoint(point.x, point.y);
  return hit && (target.contains(hit) || hit.contains(target)) ? point : null;
}

/** A person at a browser's window: does what a page offers by the words on it. */
export class Visitor {
  readonly #window: Window;
  readonly #origin: string;
  readonly #hasJavaScript: boolean;

  constructor(window: Window, origin: string, hasJavaScript: boolean) {
    this.#window = window;
    this.#origin = origin;
    this.#hasJavaScript = hasJavaScript;
  }

  /** Asks again until the answer is neither null nor false. */
  async #until<Answer>(what: string, ask: () => Promise<Answer | null | false>): Promise<Answer> {
    const deadline = Date.now() + TIMEOUT_MS;
    while (Date.now() < deadline) {
      // While one page gives way to the next, the browser may have none to ask.
      const answer = await ask().catch(() => null);
      if (answer !== null && answer !== false) return answer;
      await wait(100);
    }
    const text = await this.#window.run(() => `${location.href} shows:\n${document.body.innerText}`);
    throw new Error(`${what}. ${text}`);
  }

  /** Opens a page, and collects what it writes to the console as an error once its scripts start. */
  async open(path: string): Promise<void> {
    await this.#window.visit(this.#origin + path);
    await this.#window.run(() => {
      const written: string[] = [];
      console.error = (...what) => written.push(what.map(String).join(" "));
      addEventListener("error", ({ message }) => written.push(message));
      Object.assign(window, { written });
    });
    await this.#alive();
  }

  /** Errors on the page's console since it was opened. */
  async complaints(): Promise<string[]> {
    return this.#window.run(() => (window as unknown as { written?: string[] }).written ?? []);
  }

  async #alive(): Promise<void> {
    if (!this.#hasJavaScript) return;
    await this.#until("The page's scripts did not start", () =>
      this.#window.run(() => document.querySelector("html[data-alive]") !== null),
    );
  }

  /** Presses a button, link, checkbox or radio button once it is at rest: what was typed last may still scroll. */
  async press(name: string): Promise<void> {
    let last = "";
    const { x, y } = await this.#until(`Nobody can press "${name}"`, async () => {
      const found = await this.#window.run(locate, name);
      const isStill = JSON.stringify(found) === last;
      last = JSON.stringify(found);
      return isStill ? found : null;
    });
    await this.#window.pressAt(x, y);
  }

  /** Types into the field with this label. */
  async fill(label: string, text: string): Promise<void> {
    await this.press(label);
    await this.#window.run(() => (document.activeElement as HTMLInputElement).select());
    await this.#window.type(text);
    await this.#until(`"${label}" is not "${text}"`, () =>
      this.#window.run((typed) => (document.activeElement as HTMLInputElement).value === typed, text),
    );
  }

  /** Chooses from a list by its label: the list's menu is not part of the page. */
  async choose(label: string, option: string): Promise<void> {
    await this.#window.run(
      (name, text) => {
        const labels = [...document.querySelectorAll("label")];
        const list = labels.find((one) => one.textContent.startsWith(name))!.control as HTMLSelectElement;
        list.selectedIndex = [...list.options].findIndex((one) => one.text === text);
        list.dispatchEvent(new Event("change", { bubbles: true }));
      },
      label,
      option,
    );
  }

  async see(text: string): Promise<void> {
    await this.#until(`The page does not say "${text}"`, () =>
      this.#window.run((wanted) => document.body.innerText.includes(wanted), text),
    );
  }

  /** Waits for the page with this heading. */
  async seeHeading(text: string): Promise<void> {
    await this.#until(`The page's heading is not "${text}"`, () =>
      this.#window.run((wanted) => document.querySelector("h1")?.textContent.endsWith(wanted) ?? false, text),
    );
    await this.#alive();
  }

  /** How far the page is wider than the window, in CSS pixels. */
  async sidewaysScroll(): Promise<number> {
    return this.#window.run(() => document.documentElement.scrollWidth - window.innerWidth);
  }
}
