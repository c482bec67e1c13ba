import type { PageScenes } from '../support/scene.ts'

/** Scenes of the messages that administrators see, including those of the inbox. */
export const messages: PageScenes = {
  data: [/^[A-Z][a-z]{2} \d+, \d{4}, /],
  scenes: [
    { name: 'messages', path: '/admin/messages' },
    {
      name: 'messages-none',
      path: '/admin/messages?keyword=nothing-like-it',
      act: (page) => page.getByText('No matching messages').waitFor(),
    },
    {
      name: 'messages-delete',
      path: '/admin/messages',
      act: async (page) => {
        await page.getByRole('button', { name: /Delete data-maintenance/ }).click()
        await page.getByText('Are you sure you want to delete this message?').waitFor()
      },
    },
    { name: 'message-edit', path: '/admin/messages?edit=1' },
    { name: 'message-new', path: '/admin/messages?edit=new' },
    {
      name: 'message-mistakes',
      path: '/admin/messages?edit=new',
      act: async (page) => {
        await page.locator('[data-drawer] button[type=submit]').click()
        await page.getByText('Please enter a message title').waitFor()
      },
    },
    {
      name: 'message-view',
      path: '/admin/messages',
      act: async (page) => {
        await page.getByText('data-maintenance', { exact: true }).first().click()
        await page.getByText('data-window').first().waitFor()
      },
    },
  ],
}
