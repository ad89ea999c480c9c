import type { Breaker } from "#app/integrations/breaker.ts";
import type { Mailer } from "./mailer.ts";

export function guardMailer(mailer: Mailer, breaker: Breaker): Mailer {
  return {
    send: (mail) => breaker.run(() => mailer.send(mail)),
    pausedMs: () => breaker.pausedMs(),
  };
}
