import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Stops the clock of the page. From now on only `page.clock` moves it, no matter how slow the machine is. */
export const stopClock = async (page: Page): Promise<void> => {
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
}

/**
 * Moves a stopped clock in small steps until `locator` is visible, for parts that wait a moment before they are drawn.
 */
export const runUntilSeen = async (page: Page, locator: Locator): Promise<void> => {
  await expect
    .poll(async () => {
      await page.clock.runFor(5)
      return locator.isVisible()
    })
    .toBe(true)
}
