import { pino } from "pino";

/** The only fields of a log line: no query string, body, cookie, e-mail or IP address. `error` is a code or an error's
 * class and stack frames. */
export type LogFields = {
  requestId?: string;
  route?: string;
  method?: string;
  status?: number;
  ms?: number;
  error?: string;
  stack?: string;
  job?: string;
  jobId?: string;
  attempts?: number;
  count?: number;
  file?: string;
};

/** `message` is fixed text, never data. */
export type Logger = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

const ALLOWED = new Set([
  "requestId",
  "route",
  "method",
  "status",
  "ms",
  "error",
  "stack",
  "job",
  "jobId",
  "attempts",
  "count",
  "file",
] satisfies (keyof LogFields)[]);

function onlyAllowed(fields: LogFields = {}): LogFields {
  const allowed: Record<string, unknown> = {};
  for (const name in fields)
    if (ALLOWED.has(name as keyof LogFields)) allowed[name] = fields[name as keyof LogFields];
  return allowed;
}

/** An error's class, code and stack, without its message, which may quote a value. */
export function describeError(error: unknown): Pick<LogFields, "error" | "stack"> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = (error as { code?: unknown }).code;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    error: typeof code === "string" ? `${error.name} ${code}` : error.name,
    stack: frames
      .slice(0, 8)
      .map((frame) => frame.trim())
      .join(" | "),
  };
}

/** Lines wait this long to be written together: a write for each took 5 % of a journey. */
const GATHER_MS = 20;
const GATHER_BYTES = 8_192;

/** Writes JSON lines to standard output, in groups. Warnings and errors go out at once, and an exit leaves none
 * behind. */
export function createLogger(level: "info" | "silent" = "info"): Logger {
  if (level === "silent") return { info() {}, warn() {}, error() {} };
  const output = pino.destination({ dest: 1, sync: true, minLength: GATHER_BYTES });
  const logger = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    output.flushSync();
  };
  process.once("exit", flush);
  return {
    info(message, fields) {
      logger.info(onlyAllowed(fields), message);
      timer ??= setTimeout(flush, GATHER_MS).unref();
    },
    warn(message, fields) {
      logger.warn(onlyAllowed(fields), message);
      flush();
    },
    error(message, fields) {
      logger.error(onlyAllowed(fields), message);
      flush();
    },
  };
}
