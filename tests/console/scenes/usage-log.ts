import { makeCalls, writeRows } from '../support/calls.ts'
import type { PageScenes } from '../support/scene.ts'

const path = '/app/logs/api-usage'

/** Scenes of the usage log, with answered, retried, streamed and refused calls, and rows that are not calls. */
export const usageLog: PageScenes = {
  fill: async (site) => {
    const entry = (key: string, value: string) => ({ key, name: 'data-log-model', value })
    await site.admin.call('PUT', '/api/option/entries', {
      entries: [entry('ModelRatio', '1.25'), entry('CompletionRatio', '4')],
    })
    await makeCalls(site, 'data-log', 'data-log-model')
    const other = (frt: number) => JSON.stringify({ model_ratio: 1.5, group_ratio: 1, frt })
    writeRows(site, [
      { type: 1, model: '', token_name: '', quota: 500_000_000, content: 'data-topped-up' },
      { type: 4, model: '', token_name: '', content: 'data-gift' },
      {
        model: 'data-sonnet-4-5',
        token_name: 'data-claude-code',
        quota: 10_204_800,
        prompt_tokens: 18_204,
        completion_tokens: 1120,
        use_time_ms: 21_000,
        is_stream: 1,
        other: other(900),
      },
      {
        model: 'data-slow-model',
        token_name: 'data-报表任务',
        quota: 32_378_000,
        prompt_tokens: 9870,
        completion_tokens: 2004,
        use_time_ms: 320_000,
        is_stream: 1,
        other: other(4100),
      },
    ])
  },
  data: [
    /^⟦[^⟧]+⟧: [\d: –-]+$/,
    /^(gpt-4o|\d+ data-[\w-]+|\/v1\/\S+|data-报表任务|(model ratio|模型倍率) .*|upstream_error|tollgate_error)$/,
    /^((\d{3} )?The simulator was told to fail with \d+\.|server_error|\d+( → \d+)*|[\d.]+[kMB])$/,
    /^([A-Z][a-z]{2} \d{1,2}, \d{4}, [\d:]+\s[AP]M)$/,
  ],
  scenes: [
    // Rows that are not calls describe the event in text from the server.
    { name: 'usage-log', path: `${path}?model_name=%25-%25` },
    {
      name: 'usage-log-row',
      path: `${path}?token_name=data-log-ci`,
      act: async (page) => {
        await page
          .getByRole('row')
          .filter({ hasText: '→' })
          .last()
          .getByRole('button', { name: /Details of/ })
          .click()
        await page.locator('[data-formula]').waitFor()
      },
    },
    {
      name: 'usage-log-range',
      path: `${path}?from=1767225600&to=1767830399`,
      act: async (page) => {
        await page.locator('[data-range]').first().click()
        await page.getByRole('grid').waitFor()
      },
    },
    {
      name: 'usage-log-user',
      path: `${path}?model_name=%25-%25&user=1`,
      act: (page) => page.getByText('Display name').waitFor(),
    },
    {
      name: 'usage-log-none',
      path: `${path}?model_name=nothing-like-it`,
      act: (page) => page.getByText('No matching rows').waitFor(),
    },
  ],
}
