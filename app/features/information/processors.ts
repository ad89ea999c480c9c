import type { Env } from "#app/platform/env.server.ts";

type ProcessorEnv = Pick<Env, "POSTMARK_SERVER_TOKEN" | "SMTP_URL" | "XERO_CLIENT_ID" | "SENTRY_DSN">;

export function processors(env: ProcessorEnv): { name: string; why: string }[] {
  return [
    env.POSTMARK_SERVER_TOKEN && { name: "Postmark (ActiveCampaign)", why: "sends our e-mails" },
    !env.POSTMARK_SERVER_TOKEN && env.SMTP_URL && { name: "Our e-mail provider", why: "sends our e-mails" },
    env.XERO_CLIENT_ID && {
      name: "Xero",
      why: "makes invoices: the name and e-mail address of the person who booked, and what was booked",
    },
    env.SENTRY_DSN && {
      name: "Sentry",
      why: "receives technical reports of faults, without names or anything that was typed",
    },
  ].filter((one) => typeof one === "object");
}
