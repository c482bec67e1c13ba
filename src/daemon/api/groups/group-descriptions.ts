import type { Language } from '../../language.ts'

/** Chinese translations of the descriptions on a new site. */
const builtIn: ReadonlyMap<string, string> = new Map([
  ['Default group', '默认分组'],
  ['VIP group', 'VIP 分组'],
])

/** Translates a description that is still the built-in one; texts of administrators stay unchanged. */
export const describeGroup = (description: string, language: Language): string =>
  (language === 'zh' ? builtIn.get(description) : undefined) ?? description
