import { pino, type Logger as PinoLogger } from "pino";

/**
 * The only fields that a log line may have (DESIGN section 10): never a query string, a body, a cookie, an e-mail
 * address or an IP address. `error` is a code or an error's class and stack frames, not its message.
 */
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

/** Structured logging to standard output, one JSON line each. `message` is fixed text, never data. */
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
  return Object.fromEntries(Object.entries(fields).filter(([name]) => ALLOWED.has(name as keyof LogFields)));
}

/** An error's class and code, and its stack without the message (which may quote a value). */
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

/** Writes one JSON line for each entry to standard output, of the allowed fields only. */
export function createLogger(level: "info" | "silent" = "info"): Logger {
  const logger: PinoLogger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  return {
    info: (message, fields) => logger.info(onlyAllowed(fields), message),
    warn: (message, fields) => logger.warn(onlyAllowed(fields), message),
    error: (message, fields) => logger.error(onlyAllowed(fields), message),
  };
}
