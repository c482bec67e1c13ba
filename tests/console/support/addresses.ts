import type { Page } from 'playwright-core'
import { adminPassword } from '../../support/gateway/admin.ts'
import { newChannel } from './channels.ts'
import type { Site } from './site.ts'

/** A URL of the route table, with what it shows the super administrator in English. */
export interface Address {
  readonly path: string
  readonly access: 'public' | 'user' | 'admin'
  readonly heading: string
  /** Heading of the drawer that the URL opens over the page. */
  readonly drawer?: string
  /** The page is not for signed-in users, who are redirected. */
  readonly isForVisitors?: true
}

/** All URLs of the route table that have a page, except `/setup`, which exists only before the site is set up. */
export const addresses: readonly Address[] = [
  { path: '/', access: 'public', heading: 'Tollgate' },
  { path: '/about', access: 'public', heading: 'About' },
  { path: '/pricing', access: 'public', heading: 'Model prices' },
  { path: '/login', access: 'public', heading: 'Sign in to Tollgate', isForVisitors: true },
  { path: '/register', access: 'public', heading: 'Sign up for Tollgate', isForVisitors: true },
  { path: '/reset', access: 'public', heading: 'Reset password' },
  { path: '/user/reset', access: 'public', heading: 'Get a new password' },
  { path: '/playground', access: 'user', heading: 'Playground' },
  // The route is public, but it needs a token of the user, so a visitor signs in first.
  { path: '/chat', access: 'user', heading: 'Program' },
  { path: '/chat/0', access: 'user', heading: 'Program' },
  { path: '/chat2link', access: 'user', heading: 'Chat' },
  { path: '/app/dashboard', access: 'user', heading: 'Dashboard' },
  { path: '/app/tokens', access: 'user', heading: 'API tokens' },
  { path: '/app/logs/api-usage', access: 'user', heading: 'Usage log' },
  { path: '/app/logs/drawing', access: 'user', heading: 'Drawing log' },
  { path: '/app/logs/tasks', access: 'user', heading: 'Task log' },
  { path: '/app/wallet', access: 'user', heading: 'Wallet' },
  { path: '/app/me', access: 'user', heading: 'Personal settings' },
  { path: '/app/terminal', access: 'user', heading: 'Sign in to the terminal' },
  { path: '/app/inbox', access: 'user', heading: 'Inbox' },
  { path: '/app/inbox/1', access: 'user', heading: 'Walked' },
  { path: '/user/edit', access: 'user', heading: 'My account' },
  { path: '/admin/channels', access: 'admin', heading: 'Channels' },
  { path: '/channel/add', access: 'admin', heading: 'Channels', drawer: 'Add channel' },
  { path: '/channel/edit/1', access: 'admin', heading: 'Channels', drawer: 'Edit channel' },
  { path: '/admin/coupons', access: 'admin', heading: 'Redemption codes' },
  { path: '/admin/orders', access: 'admin', heading: 'Orders' },
  { path: '/admin/messages', access: 'admin', heading: 'Messages' },
  { path: '/admin/users', access: 'admin', heading: 'Users' },
  { path: '/user/edit/2', access: 'admin', heading: 'Users', drawer: 'Edit walked' },
  { path: '/admin/trail', access: 'admin', heading: 'Audit trail' },
  { path: '/admin/settings', access: 'admin', heading: 'Settings' },
]

/** Creates the objects that the URLs name on a fresh site. Each is the first of its kind. */
export const fillAddresses = async (site: Site): Promise<void> => {
  const { admin } = site
  // A local program instead of a site, so nothing outside is contacted.
  await admin.setOption('Chats', '[{"Program": "ama://set-api-key?server={address}&key={key}"}]')
  await admin.createToken({ name: 'walked' })
  await newChannel(site, { url: 'http://127.0.0.1:9' }, 'walked')
  const account = { username: 'walked', password: adminPassword }
  const user = await admin.call<{ id: number }>('POST', '/api/user/', account)
  const message = { title: 'Walked', content: 'text', user_ids: [1, user.id] }
  await admin.call('POST', '/api/admin/messages', message)
}

/** Waits until the page of the URL is shown, with its drawer. */
export const untilThere = async (page: Page, { heading, drawer }: Address): Promise<void> => {
  await page.locator('main h1').getByText(heading, { exact: true }).waitFor({ state: 'attached' })
  if (drawer !== undefined) await page.getByRole('dialog').getByRole('heading', { name: drawer }).waitFor()
}
