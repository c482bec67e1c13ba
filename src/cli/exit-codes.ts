/** All exit codes. Scripts rely on them, so a number never changes its meaning. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  notAllowed: 4,
  notFound: 5,
  conflict: 6,
  rejected: 7,
  quota: 8,
  unavailable: 9,
  planHasChanges: 10,
  partial: 11,
  checkFailed: 12,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
