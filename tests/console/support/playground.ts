import type { Locator, Page } from 'playwright-core'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import type { Visitor, VisitorOptions } from './browser.ts'
import { untilSettled } from './settled.ts'
import { type Site, startSite } from './site.ts'

/** A site with a model provider, and the playground page. */
export interface PlaygroundSite {
  readonly site: Site
  readonly upstream: Simulator
  /** Opens the playground as the super administrator and waits until it is ready. */
  open(options?: VisitorOptions): Promise<Visitor>
  /** Returns the last request body that the provider received. */
  sent(): Record<string, unknown>
  close(): Promise<void>
}

export const startPlaygroundSite = async (): Promise<PlaygroundSite> => {
  const site = await startSite()
  const upstream = await startSimulator()
  const channel = { key: 'sk-upstream', base_url: upstream.url }
  await site.admin.createChannel({
    ...channel,
    name: 'usual',
    models: 'gpt-4o,gpt-4o-mini',
    group: 'default',
  })
  await site.admin.createChannel({ ...channel, name: 'vip', models: 'o3-mini', group: 'vip' })
  return {
    site,
    upstream,
    open: async (options) => {
      const visitor = await site.visitSignedIn(options)
      await visitor.page.goto('/playground')
      await visitor.page.getByRole('heading', { name: 'Playground' }).waitFor()
      // If a test stops the clock of the page, parts that are not drawn yet would never appear.
      await untilSettled(visitor.page)
      return visitor
    },
    sent: () => {
      const asked = upstream.requests.findLast(({ method }) => method === 'POST')
      return JSON.parse(String(asked?.body)) as Record<string, unknown>
    },
    close: async () => {
      await site.close()
      await upstream.close()
    },
  }
}

/** Types a question and sends it once a model is chosen. */
export const ask = async (page: Page, question: string): Promise<void> => {
  await page.getByLabel('Question', { exact: true }).fill(question)
  await page.getByRole('button', { name: 'Send' }).and(page.locator(':enabled')).waitFor()
  await page.getByLabel('Question', { exact: true }).press('Enter')
}

export const answers = (page: Page, state?: 'loading' | 'incomplete' | 'complete' | 'error'): Locator =>
  page.locator(`li[data-role=assistant]${state === undefined ? '' : `[data-state=${state}]`}`)
