const TEXTS = [
  "requestId",
  "route",
  "method",
  "error",
  "stack",
  "job",
  "jobId",
  "file",
  "migration",
] as const;
const NUMBERS = ["status", "ms", "attempts", "count", "total"] as const;

/** The only fields of a log line: no query string, body, cookie, e-mail or IP address. `error` is a code or what
 * `describeError` gives. */
type LogFields = { [Name in (typeof TEXTS)[number]]?: string } & {
  [Name in (typeof NUMBERS)[number]]?: number;
};

/** `message` is fixed text, never data. */
export type Logger = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

const ALLOWED = new Set<string>([...TEXTS, ...NUMBERS]);

function onlyAllowed(fields: LogFields = {}): LogFields {
  const allowed: Record<string, unknown> = {};
  for (const name in fields) if (ALLOWED.has(name)) allowed[name] = fields[name as keyof LogFields];
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

/** Lines wait this long to be written together: a write for each took 5 % of a booking. */
const GATHER_MS = 20;
const MAX_LINES = 64;

const LEVELS = { info: 30, warn: 40, error: 50 };

/** Warnings and errors go out at once, and an exit leaves none behind. Lines are dropped when stdout is closed. */
export function createLogger(level: "info" | "silent" = "info"): Logger {
  if (level === "silent") return { info() {}, warn() {}, error() {} };
  let lines = "";
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const gathered = lines;
    lines = "";
    count = 0;
    if (gathered) process.stdout.write(gathered);
  };
  const add = (name: keyof typeof LEVELS, msg: string, fields?: LogFields) => {
    const line = { level: LEVELS[name], time: new Date().toISOString(), ...onlyAllowed(fields), msg };
    lines += `${JSON.stringify(line)}\n`;
    count += 1;
    if (name !== "info" || count >= MAX_LINES) flush();
    else timer ??= setTimeout(flush, GATHER_MS).unref();
  };
  process.once("exit", flush);
  process.stdout.on("error", () => {});
  return {
    info: (message, fields) => add("info", message, fields),
    warn: (message, fields) => add("warn", message, fields),
    error: (message, fields) => add("error", message, fields),
  };
}
