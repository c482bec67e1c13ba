import type { Language } from '../../language.ts'

/** The descriptions that a new site begins with, as readers of Chinese see them. */
const builtIn: ReadonlyMap<string, string> = new Map([
  ['Default group', '默认分组'],
  ['VIP group', 'VIP 分组'],
])

/** What an administrator has written stays; what nobody has changed is in the reader's language. */
export const describeGroup = (description: string, language: Language): string =>
  (language === 'zh' ? builtIn.get(description) : undefined) ?? description
