import { parentPort, workerData } from "node:worker_threads";
import { busySpans, TooLong } from "./busy-spans.server.ts";

/** Looks through one calendar outside of the server's own thread: a rule of repetition may never end. Posts the times
 * that are taken, or why there are none. */
const { text, ...window } = workerData as Parameters<typeof busySpans>[1] & { text: string };

try {
  parentPort!.postMessage(busySpans(text, window));
} catch (error) {
  parentPort!.postMessage(error instanceof TooLong ? "too-long" : "no-calendar");
}
