import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { Mailer, MimeOptions } from "./mailer.ts";
import { toMimeMessage } from "./mime-message.ts";

const DEADLINE_MS = 15_000;
const STEP_MS = 10_000;

/** Refusals of this mail or recipient; others are about the server. */
const MAIL_REFUSALS = new Set(["EENVELOPE", "EMESSAGE"]);

function toDeliveryError(error: unknown): DeliveryError {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  const say = (message: string, isPermanent: boolean) =>
    new DeliveryError(message, { isPermanent, cause: error });
  if (code && MAIL_REFUSALS.has(code) && (responseCode >= 500 || responseCode === 0))
    return say(`The mail server refused this address or mail (${responseCode || "invalid address"}).`, true);
  if (code === "EAUTH")
    return say("The mail server refused our user name or password. Check SMTP_URL.", false);
  if (responseCode >= 400) return say(`The mail server cannot take mail now (${responseCode}).`, false);
  return say("The mail server could not be reached, or did not answer in time.", false);
}

export function createSmtpMailer(options: MimeOptions & { url: string }): Mailer {
  return {
    async send(mail) {
      const { default: nodemailer } = await import("nodemailer");
      const transport = nodemailer.createTransport({
        url: options.url,
        connectionTimeout: STEP_MS,
        greetingTimeout: STEP_MS,
        socketTimeout: STEP_MS,
        dnsTimeout: STEP_MS,
      });
      const late = AbortSignal.timeout(DEADLINE_MS);
      const isLate = new Promise<never>((_, reject) => {
        late.addEventListener("abort", () => reject(late.reason));
      });
      try {
        await Promise.race([transport.sendMail(toMimeMessage(mail, options)), isLate]);
        return { vendorId: null };
      } catch (error) {
        throw toDeliveryError(error);
      } finally {
        transport.close();
      }
    },
  };
}
