import type { Page } from 'playwright-core'
import { adminPassword } from '../../support/gateway/admin.ts'
import type { PageScenes } from '../support/scene.ts'

const openUser = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.locator('[data-drawer] form').waitFor()
}

/** Scenes of the user list, with an account of every kind, and of the form of the user's own account. */
export const users: PageScenes = {
  fill: async ({ admin }) => {
    const actions = {
      'data-user': undefined,
      'data-admin': 'promote',
      'data-off': 'disable',
      'data-gone': 'delete',
    }
    for (const [username, action] of Object.entries(actions)) {
      const { id } = await admin.call<{ id: number }>('POST', '/api/user/', {
        username,
        password: adminPassword,
      })
      if (action) await admin.call('POST', '/api/user/manage', { id, action })
    }
  },
  data: [/^default$/, /^root$/, /^Root User$/, /^(GitHub|OIDC|Telegram|Linux DO)$/],
  scenes: [
    { name: 'users', path: '/admin/users' },
    {
      name: 'users-menu',
      path: '/admin/users?keyword=root',
      act: async (page) => {
        await page.getByRole('button', { name: /Actions on root/ }).click()
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'users-deactivate',
      path: '/admin/users?keyword=data-user',
      act: async (page) => {
        await page.getByRole('button', { name: /Actions on data-user/ }).click()
        await page.getByRole('menuitem', { name: /Deactivate/ }).click()
        await page.getByText('This cannot be undone').waitFor()
      },
    },
    {
      name: 'users-none',
      path: '/admin/users?keyword=nothing-like-it',
      act: (page) => page.getByText('No matching users').waitFor(),
    },
    { name: 'user-new', path: '/admin/users?edit=new' },
    {
      name: 'user-form',
      path: '/admin/users?edit=new',
      act: async (page) => {
        await page.locator('[data-drawer] button[type=submit]').click()
        await page.getByText('cannot be empty').first().waitFor()
      },
    },
    {
      name: 'user-edit',
      path: '/admin/users?keyword=data-user',
      act: (page) => openUser(page, 'data-user'),
    },
    {
      name: 'user-quota',
      path: '/admin/users?keyword=data-user',
      act: async (page) => {
        await openUser(page, 'data-user')
        await page.getByRole('button', { name: /Add quota/ }).click()
        await page.getByLabel('Quota to add').fill('-200000')
      },
    },
    { name: 'self-edit', path: '/user/edit' },
  ],
}
