import type { PageScenes } from '../support/scene.ts'

/** Scenes of the site's chat clients. Clients on other sites are not opened. */
export const chat: PageScenes = {
  fill: async ({ admin }) => {
    await admin.createToken({ name: 'data-chat' })
  },
  data: [/^(ChatGPT Next Web|Lobe Chat|AMA|OpenCat)$/],
  scenes: [
    { name: 'chat-program', path: '/chat/2' },
    { name: 'chat-unknown', path: '/chat/99' },
    {
      name: 'chat-menu',
      path: '/about',
      act: async (page) => {
        await page.locator('aside').getByRole('button', { name: 'Chats' }).click()
        await page.getByRole('link', { name: 'OpenCat' }).waitFor()
      },
    },
  ],
}
