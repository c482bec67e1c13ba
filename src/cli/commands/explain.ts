import { CliError, usageError } from '../cli-error.ts'
import { given } from '../client/ensure.ts'
import { absentProblem } from '../client/find-object.ts'
import { type CommandContext, defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { tokenReference } from '../input/secret.ts'
import { both, either, fields } from '../output-schema.ts'
import { drawCallPlan } from '../ui/call-plan.ts'
import { drawExplanation } from '../ui/explanation.ts'
import { findToken } from './token/token-object.ts'

export const explain = defineCommand({
  path: 'explain',
  isProse: true,
  summary: {
    en: 'Explains one request, or with --model shows how a request would be routed and priced now',
    zh: '解释一次请求；用 --model 查看当前的路由和价格',
  },
  examples: [
    'tollgate explain req_01JD8X4M2W0000000000000000',
    'tollgate explain --model gpt-4o --token ci',
    'tollgate explain "$(tollgate logs --limit 1 -q)" --json',
  ],
  showsMoney: true,
  args: {
    request: {
      name: '[request-id]',
      help: { en: 'Request ID (x-request-id)', zh: '请求 ID（x-request-id）' },
      pick: 'request',
      pickUnless: 'model',
    },
  },
  options: {
    model: {
      flag: '--model <model>',
      help: {
        en: 'Show how a request for this model would be routed (administrators)',
        zh: '查看该模型的路由（管理员）',
      },
    },
    group: {
      flag: '--group <group>',
      help: {
        en: "For this group (default: the token's, else default)",
        zh: '分组（默认为令牌的分组，无令牌时为 default）',
      },
    },
    token: {
      flag: '--token <token>',
      help: {
        en: 'For a request with this token of yours, by id or name',
        zh: '使用您的这个令牌（编号或名称）',
      },
      parse: tokenReference,
    },
  },
  exits: [exitCodes.notFound],
  operations: ['explainRequest'],
  output: either(
    { $data: 'explainRequest' },
    both({ $data: 'planCall' }, fields({ price: either({ $data: 'getModelPrice' }, { type: 'null' }) })),
  ),
  run: async ({ request, model, group, token }, context) => {
    const { api, phrase } = context
    if (request !== undefined && model !== undefined)
      throw usageError(phrase('usage.notTogether', { first: '<request-id>', second: '--model' }))
    if (request !== undefined)
      return api.get('/api/log/explain/{request_id}', { path: { request_id: request } })
    if (model === undefined) throw usageError(phrase('usage.needOne', { flags: '<request-id>, --model' }))
    const token_id = token === undefined ? undefined : (await findToken(token, context)).id
    const plan = await api.get('/api/channel/plan', { query: { model, ...given({ group, token_id }) } })
    if (group !== undefined && !plan.is_group_known) throw absentProblem('group', group, phrase)
    return { ...plan, price: await priceOf(model, context) }
  },
  text: (data, view) => ('channels' in data ? drawCallPlan(data, view) : drawExplanation(data, view)),
})

/** Reads the price of a model; null when it has none. */
async function priceOf(model: string, { api }: CommandContext) {
  try {
    return await api.get('/api/pricing/model', { query: { model }, isLookup: true })
  } catch (error) {
    if (error instanceof CliError && error.exitCode === exitCodes.notFound) return null
    throw error
  }
}
