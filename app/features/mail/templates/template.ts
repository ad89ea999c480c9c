import type { ReactNode } from "react";
import type { BookingRow } from "#app/platform/tables.ts";
import type { BookingLinks } from "../mail-links.server.ts";
import type { BookingTopic, MailPayloads, MailTopic } from "../topics.ts";
import type { Site } from "./parts.tsx";

/** What a mail may say of a booking: never the client's name, what was booked, or anything of their health (DESIGN 27). */
export type MailBooking = Pick<
  BookingRow,
  "reference" | "referrer_first_name" | "status" | "preferred_date" | "payment_method" | "total_pence"
> & { links: BookingLinks };

/** What a template says. HTML and text are both made from `body`. */
export type MailContent = { subject: string; preview: string; body: ReactNode };

export type Template<T extends MailTopic> = (
  props: { site: Site; payload: MailPayloads[T] } & (T extends BookingTopic
    ? { booking: MailBooking }
    : object),
) => MailContent;
