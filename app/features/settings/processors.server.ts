import type { Deps } from "#app/deps.server.ts";

export type Processor = { name: string; why: string };

/** The other companies that process personal data, as configured: `why` says what for, and what they get. */
export function processorsOf({ env, settings }: Pick<Deps, "env" | "settings">): Processor[] {
  const { switches } = settings.current();
  return [
    env.POSTMARK_SERVER_TOKEN && { name: "Postmark (ActiveCampaign)", why: "sends our emails" },
    !env.POSTMARK_SERVER_TOKEN && env.SMTP_URL && { name: "Our email provider", why: "sends our emails" },
    env.XERO_CLIENT_ID && {
      name: "Xero",
      why: "makes invoices: the name and email address of the person who booked, and what was booked",
    },
    env.STRIPE_SECRET_KEY && {
      name: "Stripe",
      why: "takes card payments: the amount and the invoice’s number from us, and what you type in there",
    },
    env.twilio !== null && {
      name: "Twilio",
      why: "sends text messages: the mobile number, and the day and time of a visit",
    },
    switches.errorReports &&
      env.SENTRY_DSN && {
        name: "Sentry",
        why: "receives technical reports of faults, without names or anything that was typed",
      },
    switches.maps && {
      name: "OpenStreetMap",
      why: "shows an assessor on a map where a visit takes place: the address alone",
    },
  ].filter((one): one is Processor => typeof one === "object" && one !== null);
}
