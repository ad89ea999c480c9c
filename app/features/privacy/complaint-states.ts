export const COMPLAINT_STATES = {
  received: "Received",
  acknowledged: "Acknowledged",
  answered: "Answered",
} as const;
