/** The part of a browser that a journey needs; firefox.ts and webkit.ts drive the real ones. */
export type Browser = {
  /** A window of its own, with cookies of its own. */
  openWindow(): Promise<Window>;
  close(): Promise<void>;
};

export type Size = { width: number; height: number };

export type Window = {
  visit(url: string): Promise<void>;
  address(): Promise<string>;
  /** Calls a function in the page. It must be synchronous: without JavaScript no promise of a page ends. */
  run<Result, Arguments extends unknown[]>(
    call: (...args: Arguments) => Result,
    ...args: Arguments
  ): Promise<Result>;
  /** Presses the mouse at a point of the window, in CSS pixels. */
  pressAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  pressTab(): Promise<void>;
  addCookie(cookie: { name: string; value: string; url: string }): Promise<void>;
  resize(size: Size): Promise<void>;
  /** A picture of the window, as PNG. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
};

export type Settings = { hasJavaScript?: boolean; isDark?: boolean };

/** An error that says what to install. */
export class MissingBrowser extends Error {}
