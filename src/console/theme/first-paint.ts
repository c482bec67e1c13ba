/**
 * Runs before anything is painted: sets the theme and the language that this browser chose, so that no page flashes in
 * the other ones. Compiled into a script of its own by `build/first-paint.ts`; it imports nothing.
 */
const storedTheme = (() => {
  try {
    return localStorage.getItem('theme-mode')
  } catch {
    return null
  }
})()
const isDark =
  storedTheme === 'dark' || (storedTheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = isDark ? 'dark' : 'light'

export {}
