/**
 * Kinds of changes that daemons announce to each other, so that they reload data kept in memory. `allowance`: a user is
 * short of quota, and another daemon may hold some. `response`: a stored response was deleted or cancelled.
 */
export const changeKinds = [
  'options',
  'channels',
  'token',
  'user',
  'session',
  'allowance',
  'response',
] as const
export type ChangeKind = (typeof changeKinds)[number]
