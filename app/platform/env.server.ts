import { hostname } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { readPostgresUrl, type PostgresServer, type PostgresSettings } from "./postgres-url.server.ts";

/** Read once at start; nothing else reads settings from `process.env`. README.md lists the variables. */

const blankAsMissing = (value: unknown) => (value === "" ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsMissing, schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, fallback: z.output<T>) =>
  z.preprocess(blankAsMissing, schema.optional()).transform((value) => value ?? fallback);

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address", abort: true });
const origin = httpUrl.refine((value) => new URL(value).origin === value.replace(/\/$/, ""), {
  error: "must be a scheme, host and port only, without a path (for example https://book.example.org)",
});
const onOrOff = z.enum(["on", "off"], { error: "must be on or off" });
const emailAddress = z.email({ error: "must be an email address" });
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int()
    .min(min)
    .max(max);
const longSecret = z
  .string({ error: "is missing: `npm start` writes one to .env" })
  .refine((value) => value.split(",").every((key) => key.trim().length >= 32), {
    error: "must be at least 32 characters (several, newest first, may be separated by commas)",
  })
  .transform((value) => value.split(",").map((key) => key.trim()));

type Database = { file: string } | PostgresServer;

function readServer(value: string, context: z.RefinementCtx, notAnAddress = ""): PostgresServer {
  try {
    return readPostgresUrl(value);
  } catch (error) {
    const message = notAnAddress && !/^postgres(ql)?:/.test(value) ? notAnAddress : (error as Error).message;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
}

const serverUrl = z.string().transform((value, context) => readServer(value, context));
const databaseUrl = z
  .string()
  .transform((value, context): Database =>
    value.startsWith("file:")
      ? { file: resolve(value.slice("file:".length)) }
      : readServer(value, context, "must start with file: or postgres://"),
  );

/** Xero's built-in tax types of sales, with their rates in per cent. */
const XERO_RATES: Readonly<Record<string, number>> = {
  OUTPUT2: 20,
  RROUTPUT: 5,
  NONE: 0,
  ZERORATEDOUTPUT: 0,
  EXEMPTOUTPUT: 0,
};
const XERO_TAX_TYPES: Readonly<Record<number, string>> = { 20: "OUTPUT2", 5: "RROUTPUT", 0: "NONE" };

/** Xero's tax type by VAT rate in per cent: `20=OUTPUT2,0=EXEMPTOUTPUT` on top of the usual ones. A built-in type may
 * come without its rate. */
const taxTypes = z.string().transform((value, context): Readonly<Record<number, string>> => {
  const types: Record<number, string> = { ...XERO_TAX_TYPES };
  for (const part of value.split(",")) {
    const [, rate, type = ""] = /^(?:(\d{1,3})=)?([A-Z][A-Z0-9]{0,49})$/.exec(part.trim()) ?? [];
    const percent = rate === undefined ? XERO_RATES[type] : Number(rate);
    if (percent === undefined) {
      const message = "must be VAT rates with Xero's tax types, such as 20=OUTPUT2,0=EXEMPTOUTPUT";
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    types[percent] = type;
  }
  return types;
});

const Variables = z.object({
  NODE_ENV: withDefault(
    z.enum(["production", "development", "test"], { error: "must be production, development or test" }),
    "production",
  ),
  PORT: withDefault(wholeNumber(0, 65535), 3000),
  HOST: withDefault(z.string(), "127.0.0.1"),
  APP_ORIGIN: optional(origin),
  DATA_DIR: withDefault(z.string(), "./data").transform((value) => resolve(value)),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_DIRECT_URL: optional(serverUrl),
  WEB_CONCURRENCY: withDefault(wholeNumber(1, 64), 1),
  DATABASE_POOL: withDefault(wholeNumber(2, 200), 10),
  DATABASE_STATEMENT_SECONDS: withDefault(wholeNumber(1, 600), 15),
  API_MAX_BOOKINGS: withDefault(wholeNumber(1, 1_000_000), 10_000),
  SESSION_SECRET: longSecret,
  DATA_KEY: longSecret,
  MAIL_FROM: optional(
    z.string().regex(/^(?:[^<>\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/, {
      error: "must be an email address, alone or after a name: Name <name@example.org>",
    }),
  ),
  POSTMARK_SERVER_TOKEN: optional(z.string()),
  POSTMARK_BASE_URL: optional(httpUrl),
  POSTMARK_STREAM: withDefault(z.string(), "outbound"),
  POSTMARK_WEBHOOK_AUTH: optional(
    z.string().regex(/^[^:]+:.{16,}$/, {
      error: "must be user:password, the password of at least 16 characters",
    }),
  ),
  SMTP_URL: optional(
    z.url({ protocol: /^smtps?$/, hostname: /./, error: "must be an smtp:// or smtps:// address" }),
  ),
  XERO_CLIENT_ID: optional(z.string()),
  XERO_CLIENT_SECRET: optional(z.string()),
  XERO_BASE_URL: optional(httpUrl),
  XERO_IDENTITY_URL: optional(httpUrl),
  XERO_SCOPES: withDefault(z.string(), "accounting.invoices accounting.contacts"),
  XERO_ACCOUNT_CODE: withDefault(z.string(), "200"),
  XERO_TAX_TYPE: withDefault(taxTypes, XERO_TAX_TYPES),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_BASE_URL: optional(httpUrl),
  STRIPE_CHECKOUT_URL: optional(httpUrl),
  TWILIO_ACCOUNT_SID: optional(
    z.string().regex(/^AC[0-9a-f]{32}$/i, { error: "must be AC and 32 letters and digits" }),
  ),
  TWILIO_AUTH_TOKEN: optional(z.string()),
  TWILIO_FROM: optional(
    z.string().regex(/^(\+\d{8,15}|MG[0-9a-f]{32})$/i, {
      error: "must be a number such as +447700900123, or a messaging service, MG…",
    }),
  ),
  TWILIO_BASE_URL: withDefault(httpUrl, "https://api.twilio.com"),
  DEPOSIT_INVOICES: optional(onOrOff),
  TRUSTED_PROXIES: withDefault(wholeNumber(0, 10), 0),
  SITE_NAME: withDefault(z.string(), "Capacity Assessments"),
  CONTACT_PHONE: withDefault(z.string(), "020 7946 0000"),
  CONTACT_EMAIL: withDefault(emailAddress, "hello@capacity-assessments.example"),
  PRIVACY_URL: optional(httpUrl),
  TERMS_URL: optional(httpUrl),
  ANALYTICS_ID: optional(z.string()),
  SENTRY_DSN: optional(httpUrl),
  ADMIN_EMAIL: optional(emailAddress),
  ADMIN_PASSWORD: optional(z.string().min(8, { error: "must be at least 8 characters" })),
  RATE_LIMITS: withDefault(onOrOff, "on"),
  BACKUP_DIR: optional(z.string()),
  BACKUP_PASSPHRASE: optional(z.string().min(12, { error: "must be at least 12 characters" })),
  BACKUP_AGE_RECIPIENT: optional(
    z.string().regex(/^age1[a-z0-9]{20,}$/, { error: "must be an age1… recipient" }),
  ),
  BACKUP_HOUR: withDefault(
    z.union([z.literal("off"), wholeNumber(0, 23)], { error: "must be 0 to 23, or off" }),
    3,
  ),
  BACKUP_KEEP_DAYS: withDefault(wholeNumber(1, 3650), 30),
  RETAIN_MAIL_DAYS: withDefault(wholeNumber(1, 3650), 30),
  RETAIN_CANCELLED_MONTHS: withDefault(wholeNumber(1, 240), 12),
  RETAIN_COMPLETED_YEARS: withDefault(wholeNumber(1, 50), 8),
  SETTINGS_LOCKED: withDefault(onOrOff, "off"),
  REPLICA: withDefault(
    z.string().regex(/^[\w.-]{1,60}$/, {
      error: "must be 1 to 60 letters, digits, dots, hyphens or underscores",
    }),
    hostname(),
  ),
  DATA_DIR_SHARED: withDefault(onOrOff, "off"),
  S3_ENDPOINT: optional(httpUrl),
  S3_BUCKET: optional(
    z.string().regex(/^[\w.-]{3,63}$/, { error: "must be the name of a bucket, without a path" }),
  ),
  S3_REGION: withDefault(z.string(), "us-east-1"),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  CLAMD_URL: optional(
    z.string().regex(/^(tcp:\/\/[\w.-]+(:\d{1,5})?|unix:\/.+)$/, {
      error: "must be tcp://host:port or unix:/path/of/the/socket",
    }),
  ),
  CALENDAR_PRIVATE_ORIGINS: withDefault(
    z.string().transform((value, context) => {
      const read = z.array(origin).safeParse(value.split(",").map((one) => one.trim().replace(/\/$/, "")));
      if (read.success) return read.data;
      const message = "must be origins, separated by commas (for example https://cloud.practice.lan)";
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
    [],
  ),
  METRICS_PORT: optional(wholeNumber(1, 65535)),
  DEMO: withDefault(onOrOff, "off"),
});

const EnvSchema = Variables.transform((variables, context) => {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOL, DATABASE_STATEMENT_SECONDS, ...env } = variables;
  const inDataFolder = resolve(env.DATA_DIR, "app.db");
  const database: Database = DATABASE_URL ?? { file: inDataFolder };
  if (env.WEB_CONCURRENCY > 1 && "file" in database) {
    const message = "above 1 needs a PostgreSQL server in DATABASE_URL";
    context.addIssue({ code: "custom", path: ["WEB_CONCURRENCY"], message });
  }
  const postgres: PostgresSettings | null =
    "file" in database
      ? null
      : {
          ...database,
          direct: DATABASE_DIRECT_URL ?? null,
          poolSize: DATABASE_POOL,
          statementMs: DATABASE_STATEMENT_SECONDS * 1000,
        };
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, ...all } = env;
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_BASE_URL, ...others } = all;
  const needs = (first: string, parts: Record<string, string | undefined>) => {
    for (const [name, value] of Object.entries(parts))
      if (!value)
        context.addIssue({ code: "custom", path: [name], message: `is missing: ${first} needs it` });
  };
  if (S3_ENDPOINT) needs("S3_ENDPOINT", { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY });
  if (TWILIO_ACCOUNT_SID) needs("TWILIO_ACCOUNT_SID", { TWILIO_AUTH_TOKEN, TWILIO_FROM });
  return {
    ...others,
    /** The bucket of the documents; null when they are in `DATA_DIR/documents`. */
    s3: S3_ENDPOINT
      ? {
          endpoint: S3_ENDPOINT,
          bucket: S3_BUCKET ?? "",
          region: S3_REGION,
          accessKeyId: S3_ACCESS_KEY_ID ?? "",
          secretAccessKey: S3_SECRET_ACCESS_KEY ?? "",
        }
      : null,
    /** Null when no texts are sent. */
    twilio: TWILIO_ACCOUNT_SID
      ? {
          sid: TWILIO_ACCOUNT_SID,
          token: TWILIO_AUTH_TOKEN ?? "",
          from: TWILIO_FROM ?? "",
          baseUrl: TWILIO_BASE_URL.replace(/\/$/, ""),
        }
      : null,
    /** Without a trailing slash. */
    APP_ORIGIN: (env.APP_ORIGIN ?? `http://localhost:${env.PORT}`).replace(/\/$/, ""),
    BACKUP_DIR: resolve(env.BACKUP_DIR ?? `${env.DATA_DIR}/backups`),
    /** The file of the embedded database; unused when `postgres` names a server. */
    databaseFile: "file" in database ? database.file : inDataFolder,
    postgres,
  };
});

/** Secrets are lists, newest first. */
export type Env = z.output<typeof EnvSchema>;

export class EnvError extends Error {
  override name = "EnvError";
}

const BYTE_ORDER_MARK = "\uFEFF";

/** The first variable of a `.env` that an editor began with a byte order mark: Node takes the mark for a part of
 * its name. */
const afterByteOrderMark = (source: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) =>
      name.startsWith(BYTE_ORDER_MARK) ? [[name.slice(1), value]] : [],
    ),
  );

/** Throws `EnvError` with a line for each wrong variable. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const result = EnvSchema.safeParse({ ...afterByteOrderMark(source), ...source });
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`);
  throw new EnvError(lines.join("\n"));
}
