import type { en } from './en.ts'

export type Language = 'en' | 'zh'

/** A text in both languages, for texts of a single command such as its summary and flags. */
export interface Text {
  readonly en: string
  readonly zh: string
}

export type PhraseKey = keyof typeof en

/** Looks up a shared text in the language of this run and fills its `{placeholders}`. */
export interface Phrase {
  (key: PhraseKey, values?: Readonly<Record<string, string | number>>): string
  readonly language: Language
}

/** Returns the language from `TOLLGATE_LANG`, or else from the system's locale; English unless that is Chinese. */
export function readLanguage(env: NodeJS.ProcessEnv): Language {
  const asked = env.TOLLGATE_LANG || env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  return asked.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

/** Loads only the texts of one language; the others are never read from disk. */
export async function loadPhrases(language: Language): Promise<Phrase> {
  const catalogue: Readonly<Record<PhraseKey, string>> =
    language === 'zh' ? (await import('./zh.ts')).zh : (await import('./en.ts')).en
  const look = (key: PhraseKey, values: Readonly<Record<string, string | number>> = {}): string =>
    catalogue[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  return Object.assign(look, { language })
}
