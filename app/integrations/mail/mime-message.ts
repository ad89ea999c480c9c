import type { MimeOptions, OutgoingMail } from "./mailer.ts";

export function toMimeMessage(mail: OutgoingMail, options: MimeOptions) {
  return {
    from: options.from(),
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: options.clock.now(),
    messageId: `<${mail.id}@${options.domain}>`,
    headers: {
      "X-Outbox-Id": mail.id,
      "Auto-Submitted": "auto-generated",
      ...(mail.unsubscribeUrl && {
        "List-Unsubscribe": { prepared: true, value: `<${mail.unsubscribeUrl}>` },
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    attachments: mail.attachments,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
