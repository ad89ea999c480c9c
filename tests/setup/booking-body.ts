/** The smallest valid body of `POST /api/bookings`. */
export const BOOKING_BODY = {
  selectedAssessments: ["Property and Finance Capacity Assessment"],
  showVirtualPricing: true,
  referrerFirstName: "Joanna",
  referrerLastName: "Reeve",
  referrerEmail: "joanna.reeve@example.org",
  referrerPhone: "07700 900123",
  referrerRelationship: "Daughter",
  paymentMethod: "pay-later",
};
