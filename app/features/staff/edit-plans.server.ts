import {
  clientDetailsOf,
  fieldColumns,
  sealClientDetails,
} from "#app/features/booking/field-columns.server.ts";
import { VIRTUAL_LOCATION } from "#app/features/booking/reference-lists.ts";
import type { clientAnswers } from "#app/features/booking/schema.ts";
import type { AssessmentId } from "#app/features/catalogue/catalogue.ts";
import { priceBooking, type FixedPrices } from "#app/features/catalogue/pricing.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import type { BookingLineRow, BookingRow } from "#app/features/booking/tables.ts";
import type { z } from "zod";
import type { AssessmentsEdit, BookingEdit } from "./edit-schema.ts";

export type EditPlan = (
  booking: BookingRow,
  lines: BookingLineRow[],
) => { columns: Partial<BookingRow>; lines?: BookingLineRow[] };

export function contactPlan(secrets: Secrets, edit: BookingEdit): EditPlan {
  return (booking) => ({
    columns: {
      ...fieldColumns(secrets, booking.id, edit),
      referrer_email_key: edit.referrerEmail.toLowerCase(),
    },
  });
}

export function clientPlan(secrets: Secrets, edit: z.output<ReturnType<typeof clientAnswers>>): EditPlan {
  return (booking) => ({
    columns: {
      ...fieldColumns(secrets, booking.id, edit),
      client_details_sealed: sealClientDetails(secrets, booking.id, clientDetailsOf(edit)),
    },
  });
}

/** An assessment kept in its mode keeps its booked price; anything else gets today's. */
export function assessmentsPlan(secrets: Secrets, edit: AssessmentsEdit): EditPlan {
  return (booking, lines) => {
    const isVirtual = edit.showVirtualPricing;
    const hasOther = edit.assessmentIds.includes("other");
    const isSameMode = isVirtual === (booking.is_virtual === 1);
    const kept = isSameMode ? lines.filter((line) => line.assessment_id !== "other") : [];
    const fixedPrices: FixedPrices = Object.fromEntries([
      ...kept.flatMap((line) => (line.price_pence === null ? [] : [[line.assessment_id, line.price_pence]])),
      ...(hasOther && edit.otherPrice !== null ? [["other" satisfies AssessmentId, edit.otherPrice]] : []),
    ]);
    const price = priceBooking({ assessmentIds: edit.assessmentIds, isVirtual, fixedPrices });
    return {
      columns: {
        ...fieldColumns(secrets, booking.id, {
          showVirtualPricing: isVirtual,
          assessmentLocation: isVirtual ? VIRTUAL_LOCATION : edit.assessmentLocation,
          otherAssessmentDetails: hasOther ? edit.otherAssessmentDetails : null,
          paymentMethod: edit.paymentMethod === "pay-now" ? "pay_now" : "pay_later",
        }),
        subtotal_pence: price.subtotalPence,
        discount_pence: price.discountPence,
        total_pence: price.totalPence,
      },
      lines: price.lines.map((line, position) => ({
        booking_id: booking.id,
        position,
        assessment_id: line.id,
        name: line.name,
        price_pence: line.pricePence,
      })),
    };
  };
}
