import { useSyncExternalStore } from 'react'
import { storedText, useStoredText } from './stored-text.ts'

/** What the person chose; `system` is stored as nothing at all. */
export type ThemeChoice = 'light' | 'dark' | 'system'

const stored = storedText('theme-mode')
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
/**
 * What the system prefers. Only events change it: Chromium sends no event for a change that a script has already read
 * from `matches`, so a component that reads it while it draws would keep the page in the old theme.
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

/** Keeps the page in the chosen theme from here on. `theme/first-paint.ts` did it once before anything was painted. */
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

/** The theme that is on the screen. */
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
