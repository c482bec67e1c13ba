/** Names for the numbers the contract uses as states, roles and types of rows; the same in every language. */
export const nameKinds = {
  channelStatus: { 1: 'enabled', 2: 'disabled', 3: 'auto-disabled' },
  tokenStatus: { 1: 'enabled', 2: 'disabled', 3: 'expired', 4: 'exhausted' },
  codeStatus: { 1: 'unused', 2: 'disabled', 3: 'used' },
  userStatus: { 1: 'enabled', 2: 'banned' },
  role: { 0: 'guest', 1: 'user', 10: 'admin', 100: 'root' },
  logType: { 0: 'model', 1: 'topup', 2: 'consume', 3: 'admin', 4: 'system', 5: 'checkin', 6: 'error' },
} as const satisfies Readonly<Record<string, Readonly<Record<number, string>>>>

export type NameKind = keyof typeof nameKinds

export const nameOf = (kind: NameKind, value: unknown): string =>
  (nameKinds[kind] as Readonly<Record<string, string>>)[String(value)] ?? 'unknown'
