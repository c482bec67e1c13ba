import type { Locator, Page } from 'playwright-core'

/** Toasts on the screen that hold a text. */
export const toasts = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text })

/** Waits for a toast that says this. */
export const told = (page: Page, text: string): Promise<void> => toasts(page, text).first().waitFor()
