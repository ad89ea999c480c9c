import { randomBytes } from "node:crypto";
import { describeError, type Logger } from "#app/platform/log.server.ts";
import type { Clock } from "#app/platform/clock.ts";

/** Never throws and never makes anybody wait. */
type ErrorReporter = { report(error: unknown, context: { requestId: string; route: string }): void };

export const noReporter: ErrorReporter = { report() {} };

const DEADLINE_MS = 5_000;
const MAX_PER_MINUTE = 30;

function endpointOf(dsn: string): { url: string; key: string } {
  const { protocol, host, pathname, username } = new URL(dsn);
  const project = pathname.split("/").filter(Boolean).at(-1) ?? "";
  const prefix = pathname.slice(0, pathname.lastIndexOf(`/${project}`));
  return { url: `${protocol}//${host}${prefix}/api/${project}/envelope/`, key: username };
}

/** Turns `at name (file:line:column)` lines into Sentry's frames, innermost last. */
function framesOf(stack: string | undefined) {
  const frames = (stack ?? "").split(" | ").flatMap((line) => {
    const match = /^at (?:(.*) \()?(.*?):(\d+):(\d+)\)?$/.exec(line);
    if (!match) return [];
    const [, name, file, lineno, colno] = match;
    return [{ function: name ?? "?", filename: file, lineno: Number(lineno), colno: Number(colno) }];
  });
  return frames.reverse();
}

/** Reports no message of a defect and nothing of the request (docs/decisions/0009). */
export function createSentryReporter(options: { dsn: string; clock: Clock; log: Logger }): ErrorReporter {
  const { url, key } = endpointOf(options.dsn);
  let minute = 0;
  let sent = 0;
  return {
    report(error, { requestId, route }) {
      const now = options.clock.now();
      const thisMinute = Math.floor(options.clock.monotonicMs() / 60_000);
      sent = thisMinute === minute ? sent + 1 : 1;
      minute = thisMinute;
      if (sent > MAX_PER_MINUTE) return;
      const described = describeError(error);
      const event_id = randomBytes(16).toString("hex");
      const event = {
        event_id,
        timestamp: now.toISOString(),
        platform: "node",
        level: "error",
        tags: { route, requestId },
        exception: { values: [{ type: described.error, stacktrace: { frames: framesOf(described.stack) } }] },
      };
      const lines = [{ event_id, sent_at: now.toISOString() }, { type: "event" }, event];
      fetch(url, {
        method: "POST",
        headers: {
          "Content-Type": "application/x-sentry-envelope",
          "X-Sentry-Auth": `Sentry sentry_version=7, sentry_client=capacity-assessments/1.0, sentry_key=${key}`,
        },
        body: lines.map((line) => JSON.stringify(line)).join("\n"),
        signal: AbortSignal.timeout(DEADLINE_MS),
      }).catch((failure: unknown) => options.log.warn("error report not sent", describeError(failure)));
    },
  };
}
