/** `npm run demo`: the whole service with stand-ins for mail and invoices, on this machine alone. A new `data/demo` is
 * filled with demonstration bookings. Ctrl+C ends everything. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startPostmark } from "#tests/standins/postmark.ts";
import { startStripe } from "#tests/standins/stripe.ts";
import { startTwilio } from "#tests/standins/twilio.ts";
import { startXero } from "#tests/standins/xero.ts";
import { demoEnvironment } from "./demo-environment.ts";
import { fillNewFolder, readSignIns, signInLines, worthReading } from "./demo-data.ts";
import { operatorSentence } from "#app/platform/operator-sentence.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { SERVER_FLAGS } from "./server-flags.ts";

const ROOT = join(import.meta.dirname, "..");
const port = Number(process.env.PORT ?? 3000);
const [postmark, xero, stripe, twilio] = await Promise.all([
  startPostmark({ port: Number(process.env.DEMO_MAIL_PORT ?? 3001) }),
  startXero({ port: Number(process.env.DEMO_INVOICE_PORT ?? 3002) }),
  startStripe({ port: Number(process.env.DEMO_CARD_PORT ?? 0) }),
  startTwilio({ port: Number(process.env.DEMO_TEXT_PORT ?? 0) }),
]).catch((error: NodeJS.ErrnoException & { port?: number }) => {
  if (error.code !== "EADDRINUSE") throw error;
  console.error(
    `Port ${error.port} is in use. Stop what uses it, or set DEMO_MAIL_PORT or DEMO_INVOICE_PORT to another one.`,
  );
  process.exit(1);
});

const environment = {
  ...demoEnvironment(process.env, ROOT),
  PORT: String(port),
  POSTMARK_SERVER_TOKEN: postmark.token,
  POSTMARK_BASE_URL: postmark.url,
  XERO_CLIENT_ID: xero.clientId,
  XERO_CLIENT_SECRET: xero.clientSecret,
  XERO_BASE_URL: xero.url,
  XERO_IDENTITY_URL: xero.url,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_BASE_URL: stripe.url,
  ...twilio.environment,
};
try {
  await fillNewFolder(environment);
} catch (error) {
  console.error(operatorSentence(error) ?? error);
  process.exit(1);
}

const server = spawn(process.execPath, [...SERVER_FLAGS, "build/server/index.js"], {
  cwd: ROOT,
  stdio: ["inherit", "pipe", "inherit"],
  env: environment,
});

const { APP_ORIGIN } = readEnv(environment);
const guide = [
  "",
  `The booking form   ${APP_ORIGIN}`,
  `Mails arrive at    ${postmark.url}`,
  `Texts, once Settings switch them on, arrive at ${twilio.url}`,
  `With “By Xero” in Settings, invoices appear at ${xero.url}`,
  ...signInLines(readSignIns(environment), APP_ORIGIN),
  "",
];
let isGuided = false;
createInterface({ input: server.stdout }).on("line", (line) => {
  if (!isGuided && line.includes("Ready on")) {
    isGuided = true;
    console.log(guide.join("\n"));
  } else if (worthReading(line)) console.log(line);
});

const pass = (signal: NodeJS.Signals) => server.kill(signal);
process.on("SIGINT", pass);
process.on("SIGTERM", pass);
server.once("exit", async (code) => {
  await Promise.all([postmark.close(), xero.close()]);
  process.exitCode = code ?? 1;
});
