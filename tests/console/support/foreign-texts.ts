import type { BrowserContext, Page } from 'playwright-core'

/** Makes pages of this profile mark every phrase with ⟦brackets⟧, which only a development build can do. */
export const markPhrases = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => localStorage.setItem('i18nextLng', 'qps'))

/** Texts that are data or names in every language, not phrases. */
const data: readonly RegExp[] = [
  /^(Tollgate|root|Root User|R|default|data-[\w-]*|sk-\S+|English|中文|Ctrl K|USD|×[\d.]+)$/,
  /^(curl|Python|TypeScript|Claude Code|Codex|OpenAI|external|self|demo)$/,
  /^[\d\s.,:;%$=/×…–|()#+-]*$/,
  // Sonner builds this label from the name of the notifications and their keyboard shortcut.
  /^⟦[^⟧]*⟧ alt\+T$/,
  /^https?:\/\/\S+$/,
  // Texts that the browser writes in a calendar.
  /^[SMTWF]$/,
  /^[A-Z][a-z]+ \d{4}$/,
  /^[A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2}, \d{4}$/,
]

/**
 * Lists all visible texts and labels that do not come from a catalogue. Those that do are in ⟦brackets⟧.
 *
 * @param more texts of this page that are data or names
 */
export const foreignTexts = async (page: Page, more: readonly RegExp[] = []): Promise<readonly string[]> => {
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || parent.closest('script, style, noscript, pre, code, textarea')) continue
      if (parent.closest('select') === null && !parent.checkVisibility()) continue
      found.push(node.textContent ?? '')
    }
    // A phrase that contains an element is split into several texts. Joined, its brackets close again.
    let depth = 0
    const outside: string[] = []
    for (const text of found) {
      let rest = ''
      for (const character of text) {
        if (character === '⟦') depth += 1
        else if (character === '⟧') depth -= 1
        else if (depth === 0) rest += character
      }
      outside.push(rest)
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        const value = element.getAttribute(name)
        if (value !== null && !/^⟦.*⟧$/s.test(value)) outside.push(value)
      }
    return outside
  })
  const known = [...data, ...more]
  return texts.map((text) => text.trim()).filter((text) => !known.some((pattern) => pattern.test(text)))
}
