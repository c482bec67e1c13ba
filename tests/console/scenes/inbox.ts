import type { PageScenes } from '../support/scene.ts'

/** Scenes of the super administrator's inbox, with messages of both formats. */
export const inbox: PageScenes = {
  fill: async ({ admin }) => {
    const { id } = await admin.call<{ id: number }>('GET', '/api/user/self')
    const send = (fields: object) =>
      admin.call<{ id: number }>('POST', '/api/admin/messages', { user_ids: [id], ...fields })
    for (let each = 1; each <= 9; each += 1)
      await send({ title: `data-release-${each}`, content: `data-notes-of-release-${each}` })
    await send({
      title: 'data-维护通知',
      format: 'html',
      content: '<h2>data-head</h2><p>data-<a href="https://example.com">link</a></p>',
    })
    await send({
      title: 'data-maintenance',
      content: `## data-window\n\n- data-start\n- data-end\n\n> data-quote\n\n\`data-code\` ${'data-long '.repeat(30)}`,
    })
  },
  data: [
    /^data-维护通知$/,
    /^link$/,
    /^data-.*…$/,
    /^data-(\S+ data-)+/,
    /^\d+ \w+ ago$|^now$/,
    /^[A-Z][a-z]{2} \d+, \d{4}, /,
  ],
  scenes: [
    { name: 'inbox', path: '/app/inbox' },
    {
      name: 'inbox-message',
      path: '/app/inbox',
      act: async (page) => {
        await page.getByText('data-maintenance', { exact: true }).first().click()
        await page.getByRole('heading', { name: 'data-window' }).waitFor()
        await page.getByText(/Read /).waitFor()
      },
    },
  ],
}
