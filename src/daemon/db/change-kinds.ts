/**
 * What daemons tell each other about: data they keep in memory and must read again. `allowance`: a user is short of quota,
 * of which another daemon may hold some. `response`: one that is kept here was deleted or cancelled.
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
