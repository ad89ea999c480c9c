export const USER_MESSAGES = {
  missingTitle: "Missing fields",
  missing: "Please fill in all fields.",
  failedTitle: "Failed to create user",
  failed: "Please try again.",
  exists: "There is already a user with this email address.",
  oneself: "You cannot deactivate your own account.",
  ownRole: "You cannot change your own role. Ask another Administrator.",
  unknownRole: "Please choose a role from the list.",
  lastAdministrator: "This is the last active Administrator. Make another one first.",
} as const;
