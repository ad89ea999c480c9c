import { operation } from "#app/features/api/operation.ts";
import { PageQuery } from "#app/features/api/paging.ts";
import { BookingList } from "./bookings.ts";

const tag = "Customers";

export const listMyBookings = operation({
  id: "listMyBookings",
  method: "GET",
  path: "/api/customer/my-bookings",
  tag,
  summary: "List the bookings linked to one's account, newest first",
  access: "customer",
  query: PageQuery,
  answers: { 200: BookingList },
});

export const listMyReferrals = operation({
  id: "listMyReferrals",
  method: "GET",
  path: "/api/customer/my-referrals",
  tag,
  summary: "List the bookings that one made as the referrer, newest first",
  description: "Those of an address that was confirmed by its mailed link, and those linked to the account.",
  access: "customer",
  query: PageQuery,
  answers: { 200: BookingList },
});
