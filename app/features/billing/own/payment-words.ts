/** How money came in or went back. */
export const WAYS = {
  bank: "Bank transfer",
  card: "Card",
  cheque: "Cheque",
  cash: "Cash",
  other: "Another way",
} as const;

export type Way = keyof typeof WAYS;
