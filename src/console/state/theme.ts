import { useSyncExternalStore } from 'react'
import { storedText, useStoredText } from './stored-text.ts'

/** The user's choice; `system` is stored by removing the item. */
export type ThemeChoice = 'light' | 'dark' | 'system'

const stored = storedText('theme-mode')
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
/**
 * The system's preference. Only events change it: Chromium sends no event for a change that a script has already read
 * from `matches`, so if a component read it while rendering, the page would keep the old theme.
 */
let systemTheme: 'light' | 'dark' = prefersDark.matches ? 'dark' : 'light'
prefersDark.addEventListener('change', ({ matches }) => {
  systemTheme = matches ? 'dark' : 'light'
})

const choiceNow = (): ThemeChoice => {
  const value = stored.get()
  return value === 'light' || value === 'dark' ? value : 'system'
}

const themeNow = (): 'light' | 'dark' => {
  const choice = choiceNow()
  return choice === 'system' ? systemTheme : choice
}

const apply = () => {
  document.documentElement.dataset.theme = themeNow()
  document.body.setAttribute('theme-mode', themeNow())
}

/**
 * Keeps the page in the chosen theme from now on. `theme/first-paint.ts` already applied it once before the first
 * paint.
 */
export function followTheme(): void {
  apply()
  stored.subscribe(apply)
  prefersDark.addEventListener('change', apply)
}

export const chooseTheme = (choice: ThemeChoice): void => stored.set(choice === 'system' ? null : choice)

export function useThemeChoice(): ThemeChoice {
  useStoredText(stored)
  return choiceNow()
}

/** Returns the theme that is applied. */
export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore((listener) => {
    const unsubscribe = stored.subscribe(listener)
    prefersDark.addEventListener('change', listener)
    return () => {
      unsubscribe()
      prefersDark.removeEventListener('change', listener)
    }
  }, themeNow)
}
