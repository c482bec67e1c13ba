/**
 * Runs before anything is painted: sets the theme chosen in this browser, so that no page flashes in the wrong one.
 * Compiled into a separate script by `build/first-paint.ts`; it imports nothing.
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
