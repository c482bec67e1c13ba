import type { PageScenes } from '../support/scene.ts'

/** Scenes of the audit trail, which contains the data created for other pages. */
export const trail: PageScenes = {
  scenes: [
    { name: 'trail', path: '/admin/trail' },
    {
      name: 'trail-none',
      path: '/admin/trail?keyword=nothing-like-it',
      act: (page) => page.getByText('No matching changes').waitFor(),
    },
    {
      name: 'trail-fields',
      path: '/admin/trail?kind=channel',
      act: async (page) => {
        await page.locator('summary').first().click()
        await page.getByText('key_fingerprint:').first().waitFor()
      },
    },
  ],
}
