import type { Locator, Page } from 'playwright-core'

/** Finds the toasts on the screen that contain a text. */
export const toasts = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text })

/** Waits for a toast with this text. */
export const told = (page: Page, text: string): Promise<void> => toasts(page, text).first().waitFor()
