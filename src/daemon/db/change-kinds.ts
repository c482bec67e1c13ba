/** What daemons tell each other about: data they keep in memory and must read again. */
export const changeKinds = ['options', 'channels', 'token', 'user', 'session'] as const
export type ChangeKind = (typeof changeKinds)[number]
