/** The part of a browser that a journey needs; firefox.ts and webkit.ts drive the real ones. */
export type Browser = {
  /** A window of its own, with cookies of its own. */
  openWindow(size: { width: number; height: number }): Promise<Window>;
  close(): Promise<void>;
};

export type Window = {
  visit(url: string): Promise<void>;
  /** Calls a function in the page. It must be synchronous: without JavaScript no promise of a page ends. */
  run<Result, Arguments extends unknown[]>(
    call: (...args: Arguments) => Result,
    ...args: Arguments
  ): Promise<Result>;
  /** Presses the mouse at a point of the window, in CSS pixels. */
  pressAt(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  addCookie(cookie: { name: string; value: string; url: string }): Promise<void>;
  /** A picture of the window, as PNG. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** The first of these files that there is; otherwise says what to install. */
export function requireFile(files: string[], exists: (file: string) => boolean, packageName: string): string {
  const found = files.find(exists);
  if (found) return found;
  throw new Error(
    `${files.at(-1)} is missing, so nothing was tested. On Debian: apt-get install ${packageName}`,
  );
}
