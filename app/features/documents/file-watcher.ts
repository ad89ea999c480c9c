import type { MediaType } from "./file-kinds.ts";
import type { FileProblem } from "./file-problems.ts";

/** The kind of a file, or why it is refused. */
export type Verdict = { mediaType: MediaType } | FileProblem;

/** Watches a file of one family stream by, from its first byte; `end()` is asked once, after the last. */
export type Watcher = { see(chunk: Buffer): void; end(): Verdict };
