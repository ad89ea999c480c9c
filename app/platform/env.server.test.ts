import { expect, test } from "vitest";
import { EnvError, readEnv } from "./env.server.ts";

const SECRETS = {
  SESSION_SECRET: "session-secret-for-tests-only-0123456789",
  DATA_KEY: "data-key-for-tests-only-0123456789-abcdef",
};

test.each([
  ["APP_ORIGIN", "book.example.org", "must be an http or https address."],
  [
    "APP_ORIGIN",
    "https://book.example.org/x",
    "must be a scheme, host and port only, without a path (for example https://book.example.org).",
  ],
  ["RATE_LIMITS", "maybe", "must be on or off."],
  ["CONTACT_EMAIL", "ann", "must be an email address."],
  ...["Our desk", "Our desk <desk>", "Our desk desk@example.org", "a@example.org, b@example.org"].map(
    (from) => [
      "MAIL_FROM",
      from,
      "must be an email address, alone or after a name: Name <name@example.org>.",
    ],
  ),
  ["ADMIN_PASSWORD", "short", "must be at least 8 characters."],
  ["REPLICA", "a/b", "must be 1 to 60 letters, digits, dots, hyphens or underscores."],
  ["NODE_ENV", "prod", "must be production, development or test."],
  ["DATABASE_URL", "sqlite:data.db", "must start with file: or postgres://."],
  ["SMTP_URL", "smtp://", "must be an smtp:// or smtps:// address."],
  ["SENTRY_DSN", "on", "must be an http or https address."],
  ...["VAT20", "20=", "x=OUTPUT2", "OUTPUT2;NONE"].map((types) => [
    "XERO_TAX_TYPE",
    types,
    "must be VAT rates with Xero's tax types, such as 20=OUTPUT2,0=EXEMPTOUTPUT.",
  ]),
  ["PORT", "70000", "must be a whole number from 0 to 65535."],
  ["DATABASE_POOL", "1", "must be a whole number from 2 to 200."],
  ["BACKUP_KEEP_DAYS", "thirty", "must be a whole number from 1 to 3650."],
])("%s=%s is refused with a sentence", (name, value, sentence) => {
  const read = () => readEnv({ ...SECRETS, [name]: value });
  expect(read).toThrow(EnvError);
  expect(read).toThrow(`${name} ${sentence}`);
});

test("a .env that begins with a byte order mark loses no variable, and the environment wins over it", () => {
  expect(readEnv({ ...SECRETS, "\uFEFFPORT": "4000" }).PORT).toBe(4000);
  expect(readEnv({ ...SECRETS, "\uFEFFPORT": "4000", PORT: "5000" }).PORT).toBe(5000);
});

test.each([
  ["", { 20: "OUTPUT2", 5: "RROUTPUT", 0: "NONE" }],
  ["EXEMPTOUTPUT", { 20: "OUTPUT2", 5: "RROUTPUT", 0: "EXEMPTOUTPUT" }],
  ["20=TAX001, 17=TAX002", { 20: "TAX001", 17: "TAX002", 5: "RROUTPUT", 0: "NONE" }],
])("XERO_TAX_TYPE=%s names a tax type for each VAT rate", (value, types) => {
  expect(readEnv({ ...SECRETS, XERO_TAX_TYPE: value }).XERO_TAX_TYPE).toEqual(types);
});
