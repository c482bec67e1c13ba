import type { PageScenes } from '../support/scene.ts'

/** Scenes of the settings page: each tab, a search, a form with mistakes, and its confirmation dialogs. */
export const settings: PageScenes = {
  fill: ({ admin }) => admin.setOption('SMTPToken', 'data-secret'),
  // Providers, mail domains, example URLs, the start time of the daemon and its version.
  data: [
    // Groups and models of a new site.
    /^(svip|codestral-latest|deepseek-(coder|v4-flash|v4-pro))$/,
    /^(nginx|cloudflare)$/,
    /^(\w+@)?\w+\.com$/,
    /^[A-Z][a-z]{2} \d{1,2}, \d{4}, [\d:]+\s[AP]M$/,
    /^https:\/\/hooks\.example\.com\/$/,
    /^[0-9a-f]{64}$/,
    /^\d+\.\d+\.\d+(-[\w.]+)?$/,
  ],
  scenes: [
    { name: 'settings', path: '/admin/settings' },
    { name: 'settings-ratelimit', path: '/admin/settings?tab=ratelimit' },
    { name: 'settings-models', path: '/admin/settings?tab=models' },
    { name: 'settings-system', path: '/admin/settings?tab=system' },
    { name: 'settings-other', path: '/admin/settings?tab=other' },
    { name: 'settings-search', path: '/admin/settings?q=smtp' },
    { name: 'settings-search-nothing', path: '/admin/settings?q=data-nothing' },
    {
      name: 'settings-mistakes',
      path: '/admin/settings?q=ratio',
      act: async (page) => {
        await page.locator('#groups [data-groups=grid] label').last().click()
        const row = page.locator('[data-option="GroupRatio"]')
        await row.locator('textarea').fill('{\n  "vip": }')
        await page.locator('[data-save-bar] button').last().click()
        await page.getByText('Please check the input').waitFor()
      },
    },
    {
      name: 'settings-quota-warning',
      path: '/admin/settings?q=QuotaPerUnit',
      act: async (page) => {
        await page.locator('[data-option="QuotaPerUnit"] input').fill('1000000')
        await page.getByText('six decimals').waitFor()
      },
    },
    {
      name: 'settings-clean-logs',
      path: '/admin/settings?q=LogConsumeEnabled',
      act: async (page) => {
        await page.goto('/admin/settings#logs')
        await page.locator('#logs button[type=submit]').last().click()
        await page.getByRole('dialog').getByRole('button').first().waitFor()
      },
    },
    {
      name: 'settings-password-login',
      path: '/admin/settings?q=PasswordLoginEnabled',
      act: async (page) => {
        await page.locator('[data-option="PasswordLoginEnabled"]').getByRole('switch').click()
        await page.getByRole('dialog').getByRole('button').first().waitFor()
      },
    },
  ],
}
