import { defineCommand } from '../define-command.ts'
import { drawExplanation } from '../ui/explanation.ts'

export const explain = defineCommand({
  path: 'explain',
  summary: {
    en: 'Explains one request: which channel, which price, which hold',
    zh: '解释一次请求：渠道、价格与预扣',
  },
  examples: [
    'tollgate explain req_01JD8X4M2W0000000000000000',
    'tollgate explain "$(tollgate logs --limit 1 -q)"',
    'tollgate explain req_01JD8X4M2W0000000000000000 --json',
  ],
  showsMoney: true,
  args: {
    request: {
      name: '<request-id>',
      help: { en: 'The x-request-id of the call', zh: '请求编号（x-request-id）' },
      pick: 'request',
    },
  },
  operations: ['explainRequest'],
  output: { $ref: 'Explanation' },
  run: ({ request }, { api }) => api.get('/api/log/explain/{request_id}', { path: { request_id: request } }),
  text: drawExplanation,
})
