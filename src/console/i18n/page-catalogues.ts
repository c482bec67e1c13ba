/** Pages that need other catalogues than the one named after their folder. */
const others: Readonly<Record<string, readonly string[]>> = {
  'drawing-log': ['tasks'],
  login: ['login', 'secondFactor', 'passkey', 'thirdParty'],
  me: ['me', 'users', 'gifts', 'register', 'secondFactor', 'passkey', 'thirdParty'],
  oauth: ['thirdParty'],
  settings: ['settings', 'optionNames', 'prices'],
  'task-log': ['tasks'],
  wallet: ['wallet', 'gifts'],
}

/**
 * Returns the catalogues with the texts that a page shows first. They are fetched together with its code.
 * @param page the name in its route, for example `usage-log/usage-log-page`, which needs `usageLog`
 */
export function cataloguesOf(page: string): readonly string[] {
  const folder = page.split('/')[0] ?? ''
  return others[folder] ?? [folder.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())]
}
