import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Size, Window } from "./browser.ts";

export const PHONE = { width: 375, height: 667 };
export const DESK = { width: 1280, height: 800 };

const FOLDER = process.env.SCREENSHOTS ?? "test-results/browsers";
const LOCK_TIMEOUT_MS = 20_000;
/** A busy machine's browser scrolls to what has the focus a while after it has got it. */
const SCROLL_MS = 3_000;
const RESIZE_MS = 3_000;

type Found = { x: number; y: number; coveredBy: string | null };

/** Runs in the page. Scrolls to what has this name and says where to press it; null when nothing that
 * is visible has. */
function locate(what: "field" | "control", name: string): Found | null {
  const plain = (text: string | null) => (text ?? "").replace(/\s+/g, " ").trim();
  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const named = <Kind extends HTMLElement>(selector: string): Kind[] =>
    [...document.querySelectorAll<Kind>(selector)].filter(isVisible);
  // Text after a colon is for screen readers alone.
  const isNamed = (element: Element) =>
    plain(element.textContent).split(": ")[0] === name || element.getAttribute("aria-label") === name;
  const labels = named<HTMLLabelElement>("label");
  const label =
    labels.find(isNamed) ??
    labels.find((one) => plain(one.textContent).startsWith(`${name} (`)) ??
    (what === "control" ? labels.find((one) => plain(one.textContent).startsWith(name)) : undefined);
  // In an open dialog only what is in the dialog can be pressed.
  const scope = document.querySelector("dialog[open]") ? "dialog[open] " : "";
  const button = ["button:enabled", "summary", "a[href]"]
    .flatMap((selector) => named(scope + selector))
    .find(isNamed);
  const field = label?.control ?? named("input, textarea, select").find(isNamed);
  const isLarge = (element: Element) => element.getBoundingClientRect().width > 8;
  const target = what === "field" ? field : (button ?? (field && isLarge(field) ? field : label));
  if (!target) return null;
  target.scrollIntoView({ block: "center", behavior: "instant" });
  const box = target.getClientRects()[0]!;
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  const hit = document.elementFromPoint(x, y);
  const isFree =
    hit !== null &&
    (target.contains(hit) || hit.contains(target) || hit.closest("label")?.control === target);
  return { x, y, coveredBy: isFree ? null : (hit?.outerHTML.slice(0, 120) ?? "nothing") };
}

/** Runs in the page. What the keyboard is on: its text, and whether the person can see that it is there. */
function focused(): { text: string; problem: string | null } | null {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body || element === document.documentElement) return null;
  const text = `${element.tagName.toLowerCase()} ${(
    element.getAttribute("aria-label") ??
    element.getAttribute("name") ??
    element.textContent
  )
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 40)}`;
  // A hidden radio button or checkbox shows its focus on its label.
  const own = element.getClientRects()[0];
  const label = (element as HTMLInputElement).labels?.[0];
  const shown = (own && own.width > 8 ? element : label) ?? element;
  const box = shown.getClientRects()[0];
  if (!box || box.width === 0) return { text, problem: "has no place on the page" };
  const isOutside = box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth;
  // A window that is not in front draws nothing as focused, and the skip link comes into view by that alone.
  if (isOutside && element.matches(".skip") && !document.hasFocus()) return { text, problem: null };
  if (isOutside) return { text, problem: "is outside the window" };
  const points = [0.1, 0.5, 0.9].map((part) => ({
    x: box.left + Math.min(box.width / 2, 40),
    y: box.top + box.height * part,
  }));
  const isHidden = points.every(({ x, y }) => {
    const hit = document.elementFromPoint(x, y);
    return !hit || !(shown.contains(hit) || hit.contains(shown) || hit.closest("label") === label);
  });
  if (isHidden) return { text, problem: "is hidden behind something" };
  const rings = [element, shown, element.parentElement!, label]
    .filter(Boolean)
    .map((one) => getComputedStyle(one!));
  // A window that is not in front shows no focus.
  const hasRing =
    !document.hasFocus() ||
    rings.some(
      (style) =>
        (style.outlineStyle !== "none" && style.outlineWidth !== "0px") || style.boxShadow !== "none",
    );
  return { text, problem: hasRing ? null : "shows no focus" };
}

/** A person at a browser's window: does what a page offers by the words that stand there. */
export class Visitor {
  readonly #window: Window;
  readonly #origin: string;
  readonly #browser: string;
  readonly #hasJavaScript: boolean;
  #size: Size = DESK;

  constructor(window: Window, browser: string, origin: string, hasJavaScript = true) {
    this.#window = window;
    this.#origin = origin;
    this.#browser = browser;
    this.#hasJavaScript = hasJavaScript;
  }

  async resize(size: Size): Promise<void> {
    this.#size = size;
    await this.#resizeWindow(size);
  }

  /** WebKit answers before the page has its new size: waits for it, as long as a person would. */
  async #resizeWindow(size: Size): Promise<void> {
    await this.#window.resize(size);
    const deadline = Date.now() + RESIZE_MS;
    let last = "";
    while (Date.now() < deadline) {
      const now = await this.#window.run(() => `${innerWidth} ${innerHeight}`);
      if (now === last && now.startsWith(`${size.width} `)) return;
      last = now;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Asks again until the answer is not null. */
  async #until<Answer>(what: string, ask: () => Promise<Answer | null>): Promise<Answer> {
    const deadline = Date.now() + LOCK_TIMEOUT_MS;
    let problem = "";
    while (Date.now() < deadline) {
      // While one page gives way to the next, the browser may have none to ask.
      const answer = await ask().catch((error: Error) => {
        problem = ` (${error.message})`;
        return null;
      });
      if (answer !== null) return answer;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await this.picture("failed", { isWhole: false });
    const text = await this.#window.run(() => document.body.innerText);
    throw new Error(`${what}${problem}. ${await this.#window.address()} shows:\n${text}`);
  }

  /** With JavaScript, waits until the page listens, and notes from then on what it writes to the console
   * as an error. */
  async open(path: string): Promise<void> {
    await this.#window.visit(this.#origin + path);
    if (!this.#hasJavaScript) return;
    // The scripts start after the load.
    await this.#window.run(() => {
      const written: string[] = [];
      console.error = (...what) => written.push(what.map(String).join(" "));
      addEventListener("error", ({ message }) => written.push(message));
      Object.assign(window, { written });
    });
    await this.#alive();
  }

  async #alive(): Promise<void> {
    if (!this.#hasJavaScript) return;
    await this.#until("The page's scripts did not start", () =>
      this.#window.run(() => document.querySelector("html[data-alive]") && true),
    );
  }

  async #reach(what: "field" | "control", name: string): Promise<void> {
    let last = "";
    const { x, y } = await this.#until(`Nobody can press "${name}"`, async () => {
      const found = await this.#window.run(locate, what, name);
      if (found?.coveredBy) throw new Error(`it lies under ${found.coveredBy}`);
      // A window that gets another size, or still scrolls to what was typed last, moves it from under the press.
      const isStill = JSON.stringify(found) === last;
      last = JSON.stringify(found);
      return isStill ? found : null;
    });
    await this.#window.pressAt(x, y);
  }

  /** Presses a button, link, checkbox or radio button. */
  async press(name: string): Promise<void> {
    await this.#reach("control", name);
  }

  /** Presses where a text stands that is no control by itself. */
  async pressText(text: string): Promise<void> {
    const point = await this.#until(`The page does not show "${text}" in a place of its own`, () =>
      this.#window.run((wanted) => {
        const isIt = (element: Element) => element.textContent === wanted && element.checkVisibility();
        const place = [...document.querySelectorAll("main *")].findLast(isIt);
        place?.scrollIntoView({ block: "center", behavior: "instant" });
        const box = place?.getBoundingClientRect();
        return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
      }, text),
    );
    await this.#window.pressAt(point.x, point.y);
  }

  /** Types into the field with this label, in place of what stands there. */
  async fill(label: string, text: string): Promise<void> {
    await this.#reach("field", label);
    await this.#window.run(() => (document.activeElement as HTMLInputElement).select());
    await this.#window.type(text);
    await this.#until(`"${label}" does not hold what was typed`, () =>
      this.#window.run(
        (typed) => (document.activeElement as HTMLInputElement).value.endsWith(typed) || null,
        text.slice(-3),
      ),
    );
  }

  /** Chooses from a list by the keyboard: its menu is not part of the page. */
  async choose(label: string, option: string): Promise<void> {
    await this.#window.run((name) => {
      const labels = [...document.querySelectorAll("label")];
      labels.find((one) => one.textContent.trim().startsWith(name))!.control!.focus();
    }, label);
    await this.#window.type(option);
    await this.#until(`"${label}" is not "${option}"`, () =>
      this.#window.run((wanted) => {
        const list = document.activeElement as HTMLSelectElement;
        return list.selectedOptions[0]?.text === wanted || null;
      }, option),
    );
    await this.#window.pressTab();
  }

  async see(...texts: string[]): Promise<void> {
    for (const text of texts) {
      await this.#until(`The page does not say "${text}"`, () =>
        this.#window.run((wanted) => document.body.innerText.includes(wanted) || null, text),
      );
    }
  }

  async seeNoMore(text: string): Promise<void> {
    await this.#until(`The page still says "${text}"`, () =>
      this.#window.run((gone) => !document.body.innerText.includes(gone) || null, text),
    );
  }

  async seeEmpty(label: string): Promise<void> {
    await this.#until(`"${label}" is not empty`, () =>
      this.#window.run((name) => {
        const labels = [...document.querySelectorAll("label")];
        const field = labels.find((one) => one.textContent.trim() === name)?.control;
        return (field as HTMLInputElement | undefined)?.value === "" || null;
      }, label),
    );
  }

  async seeHeading(text: string): Promise<void> {
    await this.#until(`The page's heading is not "${text}"`, () =>
      this.#window.run((wanted) => document.querySelector("h1")?.textContent.endsWith(wanted) || null, text),
    );
    await this.#alive();
  }

  /** Errors on the page's console since it was opened. */
  async complaints(): Promise<string[]> {
    return this.#window.run(() => (window as unknown as { written?: string[] }).written ?? []);
  }

  /** Presses, and waits until the page reads otherwise. */
  async pressForChange(name: string): Promise<void> {
    const read = () => this.#window.run(() => document.body.innerText);
    const before = await read();
    await this.press(name);
    await this.#until(`"${name}" changes nothing`, async () => ((await read()) === before ? null : true));
  }

  async address(): Promise<URL> {
    return new URL(await this.#window.address());
  }

  /** The focused element, once the browser has scrolled to it. */
  async #focusedInView() {
    const deadline = Date.now() + SCROLL_MS;
    let on = await this.#window.run(focused);
    while (on?.problem && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      on = await this.#window.run(focused);
    }
    return on;
  }

  /** Goes through the page by the Tab key, and returns each stop where the person would not see that they are. */
  async tabThrough(atMost = 80): Promise<string[]> {
    const problems: string[] = [];
    let first: string | null = null;
    for (let stop = 0; stop < atMost; stop += 1) {
      await this.#window.pressTab();
      const on = await this.#focusedInView();
      if (!on || on.text === first) break;
      first ??= on.text;
      if (on.problem) problems.push(`${on.text} ${on.problem}`);
    }
    return problems;
  }

  /** Saves what the window shows, and the whole page at the width of a phone and of a desk. */
  async picture(name: string, { isWhole = true } = {}): Promise<void> {
    mkdirSync(FOLDER, { recursive: true });
    const save = async (kind: string) =>
      writeFileSync(join(FOLDER, `${this.#browser}-${name}${kind}.png`), await this.#window.picture());
    await save("");
    if (!isWhole) return;
    for (const { width, height } of [PHONE, DESK]) {
      await this.#resizeWindow({ width, height });
      const whole = await this.#window.run(() => document.documentElement.scrollHeight);
      await this.#resizeWindow({ width, height: Math.min(whole, 6000) });
      await save(`-whole-${width}`);
    }
    await this.#resizeWindow(this.#size);
  }

  /** How far the page is wider than the window, in CSS pixels. */
  async sidewaysScroll(): Promise<number> {
    return this.#window.run(() => document.documentElement.scrollWidth - window.innerWidth);
  }

  async isDark(): Promise<boolean> {
    return this.#window.run(() => {
      const [red = 255] = /\d+/.exec(getComputedStyle(document.body).backgroundColor) ?? [];
      return Number(red) < 80;
    });
  }
}
