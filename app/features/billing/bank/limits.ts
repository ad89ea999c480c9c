export const MAX_BANK_FILE_BYTES = 3 * 1024 * 1024;
export const BANK_FILE_TOO_LARGE =
  "The file is larger than 3 MB. Please choose a shorter period at your bank.";
