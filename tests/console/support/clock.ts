import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** From now on the clock of the page moves only when `page.clock` moves it, however slow the machine is. */
export const stopClock = async (page: Page): Promise<void> => {
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
}

/** Moves a stopped clock by little steps, for parts that wait a moment before they draw, until `locator` is seen. */
export const runUntilSeen = async (page: Page, locator: Locator): Promise<void> => {
  await expect
    .poll(async () => {
      await page.clock.runFor(5)
      return locator.isVisible()
    })
    .toBe(true)
}
