import { DERIVED, type Personal } from "#app/features/data-protection/personal.ts";
import { eraseReferral, findSavedReferral, isReferralChangedSince } from "./saved-referral.server.ts";

export const personal: Personal = {
  activity: "assessment",
  tables: {
    referral_forms: { key: "booking_id", keptFor: "booking" },
    referral_sections: { key: "form_id", keptFor: "booking" },
    other_party_words: { key: "booking_id", keptFor: "booking", notExported: DERIVED },
  },
  eraseBooking: (trx, _, bookingId) => eraseReferral(trx, bookingId),
  async exportBooking({ db, secrets }, bookingId) {
    const form = await findSavedReferral(db, secrets, bookingId);
    const sections = Object.entries(form?.sections ?? {}).map(([name, section]) => [name, section.answers]);
    return {
      referralForm: form && {
        createdAt: form.createdAt,
        updatedAt: form.updatedAt,
        submittedAt: form.submittedAt,
        ...(Object.fromEntries(sections) as Record<string, object>),
      },
    };
  },
  isChangedSince: isReferralChangedSince,
};
