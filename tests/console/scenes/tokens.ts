import type { PageScenes } from '../support/scene.ts'

/** Scenes of the token page, with tokens of every kind. */
export const tokens: PageScenes = {
  fill: async ({ admin }) => {
    await admin.createToken({
      name: 'data-ci-pipeline',
      unlimited_quota: false,
      remain_quota: 2_500_000,
      model_limits_enabled: true,
      model_limits: 'data-a,data-b,data-c',
      model_fallbacks: { 'data-a': ['data-b'] },
    })
    await admin.createToken({
      name: 'data-claude-code',
      allow_ips: '10.0.0.0/8',
      rate_limit_enabled: true,
      tokens_per_minute: 60_000,
      budget_period: 'month',
      budget_quota: 5_000_000,
    })
    await admin.createToken({
      name: 'data-报表任务',
      unlimited_quota: false,
      remain_quota: 500_000,
      expired_time: Math.floor(Date.now() / 1000) + 30 * 86_400,
    })
    const { id } = await admin.createToken({
      name: 'data-old-notebook',
      unlimited_quota: false,
      remain_quota: 5_000_000,
    })
    await admin.call('PUT', '/api/token/?status_only=true', { id, status: 2 })
  },
  data: [/^data-报表任务$/],
  scenes: [
    { name: 'tokens', path: '/app/tokens' },
    {
      name: 'tokens-selected',
      path: '/app/tokens',
      act: async (page) => {
        await page
          .getByRole('checkbox', { name: /Select data-/ })
          .first()
          .check()
        await page.locator('[data-bulk]').waitFor()
      },
    },
    {
      name: 'tokens-menu',
      path: '/app/tokens',
      act: async (page) => {
        await page.getByRole('button', { name: /Actions on data-claude-code/ }).click()
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'tokens-rotate',
      path: '/app/tokens',
      act: async (page) => {
        await page.getByRole('button', { name: /Actions on data-claude-code/ }).click()
        await page.getByRole('menuitem', { name: 'Rotate key' }).click()
        await page.getByText('New key for data-claude-code?').waitFor()
      },
    },
    {
      name: 'tokens-delete',
      path: '/app/tokens',
      act: async (page) => {
        await page.getByRole('button', { name: /Actions on data-claude-code/ }).click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await page.getByText('Delete this token?').waitFor()
      },
    },
    {
      name: 'tokens-told',
      path: '/app/tokens',
      act: async (page) => {
        await page.getByRole('button', { name: /Actions on data-ci-pipeline/ }).click()
        await page.getByRole('menuitem', { name: 'Disable' }).click()
        // The toast stays while the pointer is over it.
        await page.locator('[data-sonner-toast]').hover()
      },
    },
    {
      name: 'tokens-none',
      path: '/app/tokens?keyword=nothing-like-it',
      act: (page) => page.getByText('No matching tokens').waitFor(),
    },
    { name: 'token-new', path: '/app/tokens?edit=new' },
    { name: 'token-edit', path: '/app/tokens?edit=1' },
    {
      name: 'token-form',
      path: '/app/tokens?edit=new',
      act: async (page) => {
        await page.getByText('Limit models').click()
        await page.getByText('Limit request rate').click()
        await page.locator('[data-drawer] button[type=submit]').click()
      },
    },
    {
      name: 'token-expiry',
      path: '/app/tokens?edit=new',
      act: async (page) => {
        await page.getByRole('button', { name: 'Open calendar' }).click()
        await page.getByRole('grid').waitFor()
      },
    },
    {
      name: 'token-show-as',
      path: '/app/tokens?edit=1',
      act: (page) => page.getByRole('tab', { name: /Show as/ }).click(),
    },
    {
      name: 'token-unsaved',
      path: '/app/tokens?edit=new',
      act: async (page) => {
        await page.getByText('Limit models').click()
        await page.keyboard.press('Escape')
        await page.getByText('Unsaved changes').waitFor()
      },
    },
    {
      name: 'palette',
      path: '/app/tokens',
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByText('↑ ↓').waitFor()
      },
    },
  ],
}
