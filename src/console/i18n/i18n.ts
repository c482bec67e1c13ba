import i18next, { type BackendModule, type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { storedText } from '../state/stored-text.ts'
import { common as commonEn } from './en/common.ts'
import { phraseFiles } from './phrase-files.ts'
import { toPseudo } from './pseudo.ts'
import { common as commonZh } from './zh/common.ts'

export type Language = 'zh' | 'en'
export const languages: readonly Language[] = ['zh', 'en']

/** Development builds have a third language that shows which texts come from the catalogues. */
const PSEUDO = 'qps'
const hasPseudo = import.meta.env.MODE !== 'production'

const stored = storedText('i18nextLng')

/** Returns the stored choice, else the browser's preferred language, else Chinese. */
function firstLanguage(): string {
  const choice = stored.get()
  if (hasPseudo && choice === PSEUDO) return PSEUDO
  for (const tag of [choice ?? '', ...navigator.languages]) {
    const language = tag.toLowerCase().split('-')[0]
    if (language === 'zh' || language === 'en') return language
  }
  return 'zh'
}

/** Loads the phrases of a page with the page. */
const files: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    loadPhrases(language, namespace).then(
      (phrases) => done(null, phrases),
      (error: unknown) => done(error as Error, null),
    )
  },
}

async function loadPhrases(language: string, namespace: string): Promise<Record<string, unknown>> {
  // `usageLog` is in `usage-log.ts`.
  const file = namespace.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const load = phraseFiles[`./${language === PSEUDO ? 'en' : language}/${file}.ts`]
  if (!load) throw new Error(`no phrases for ${language}/${namespace}`)
  const phrases = (await load())[namespace] as Record<string, unknown>
  return language === PSEUDO ? toPseudo(phrases) : phrases
}

export async function startI18n(): Promise<void> {
  await i18next
    .use(files)
    .use(written)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      // Both languages have every text, so the catalogues of the other one are never needed.
      fallbackLng: false,
      supportedLngs: hasPseudo ? [...languages, PSEUDO] : [...languages],
      ns: ['common'],
      defaultNS: 'common',
      partialBundledLanguages: true,
      resources: {
        zh: { common: commonZh },
        en: { common: commonEn },
        ...(hasPseudo ? { [PSEUDO]: { common: toPseudo(commonEn) } } : {}),
      },
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: true },
      returnNull: false,
    })
  markLanguage()
  i18next.on('languageChanged', markLanguage)
}

/** Adds thousands separators to counts. Other values are left as they are. */
const written: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language, options) =>
    options?.interpolationkey === 'count' && typeof value === 'number'
      ? new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en-US').format(value)
      : (value as string),
}

/** Fetches catalogues in the current language. If one fails, the component that needs it fetches it again. */
export const fetchPhrases = (catalogues: readonly string[]): Promise<void> =>
  i18next.loadNamespaces(catalogues)

const markLanguage = () => {
  document.documentElement.lang = currentLanguage()
}

/** Returns the current language as the daemon's API names it. */
export const currentLanguage = (): Language => (i18next.language === 'zh' ? 'zh' : 'en')

export async function chooseLanguage(language: Language): Promise<void> {
  stored.set(language)
  await i18next.changeLanguage(language)
}

/** Looks up phrases outside components; inside, `useTranslation` follows the language. */
export const phrase = i18next.t
