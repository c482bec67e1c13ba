import type { Page } from 'playwright-core'
import type { PageScenes } from '../support/scene.ts'

const press = (page: Page, name: string) =>
  page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()

const grid = '/admin/settings?panel=visual&price_search=data-'

/** Scenes of the price editor on the settings page. */
export const priceSettings: PageScenes = {
  scenes: [
    { name: 'prices-tables', path: '/admin/settings?panel=model' },
    {
      name: 'prices-tables-mistake',
      path: '/admin/settings?panel=model',
      act: async (page) => {
        await page.getByLabel('Fixed model prices').fill('{\n "data-a": -1\n}')
        await page.getByLabel('Cache ratios').fill('{\n "data-a": 1,\n}')
      },
    },
    {
      name: 'prices-reset',
      path: '/admin/settings?panel=model',
      act: async (page) => {
        await press(page, 'Reset model ratios')
        await page.getByText('Reset the model ratios?').waitFor()
      },
    },
    {
      name: 'prices-grid',
      path: grid,
      act: async (page) => {
        await page.locator('input[data-cell=ratio]').first().fill('abc')
        await press(page, 'Add model')
        await page.locator('input[placeholder*="Model name"]:focus').waitFor()
        await page.locator('[data-save-bar] button').last().click()
        await page.getByText('Please enter the model name').waitFor()
      },
    },
    { name: 'prices-dollars', path: `${grid}&price_unit=dollar` },
    {
      name: 'prices-batch',
      path: grid,
      act: async (page) => {
        await press(page, 'Batch set')
        await press(page, 'Apply')
        await page.getByText('Please select models first').waitFor()
      },
    },
    {
      name: 'prices-paste',
      path: grid,
      act: async (page) => {
        await press(page, 'Paste')
        await page.getByRole('dialog').locator('textarea').fill('data-a\t1\ndata-b\t2')
        await page.getByText('Models found').waitFor()
      },
    },
    {
      name: 'prices-defaults',
      path: grid,
      act: (page) => press(page, 'Defaults'),
    },
    { name: 'prices-unset', path: '/admin/settings?panel=unset_models&price_search=data-' },
  ],
}
