import type { BodyOf } from '../../client/contract-types.ts'
import { given } from '../../client/ensure.ts'
import type { CommandContext, OptionShape, ValuesOf } from '../../define-command.ts'
import { commaList, integerOf, readJsonText } from '../../input/parsers.ts'
import { readSecret, secretOptions } from '../../input/secret.ts'

/** Flags that describe a channel, for `create` and `ensure`. */
export const channelFieldOptions = {
  models: {
    flag: '--models <list>',
    help: { en: 'Models it serves, separated by commas', zh: '支持的模型，逗号分隔' },
    parse: commaList,
  },
  groups: {
    flag: '--groups <list>',
    help: { en: 'Groups it serves (default)', zh: '可用分组（默认 default）' },
    parse: commaList,
  },
  ...secretOptions('key'),
  baseUrl: {
    flag: '--base-url <address>',
    help: { en: 'Address of the upstream, if not the usual one', zh: '上游地址，默认使用官方地址' },
  },
  priority: {
    flag: '--priority <n>',
    help: { en: 'Higher goes first', zh: '优先级，高者优先' },
    parse: integerOf('--priority'),
  },
  weight: {
    flag: '--weight <n>',
    help: { en: 'Share within a priority', zh: '同优先级内的权重' },
    parse: integerOf('--weight', 0),
  },
  tag: { flag: '--tag <tag>', help: { en: 'Label for several channels', zh: '标签' } },
  prefix: { flag: '--prefix <text>', help: { en: 'What clients write before the model', zh: '模型名前缀' } },
  testModel: { flag: '--test-model <model>', help: { en: 'Model of the test', zh: '测试用模型' } },
  modelMapping: {
    flag: '--model-mapping <json>',
    help: { en: 'JSON or @file: requested model to upstream model', zh: 'JSON 或 @文件：请求模型到上游模型' },
  },
  statusCodeMapping: {
    flag: '--status-code-mapping <json>',
    help: { en: 'JSON or @file: upstream status to ours', zh: 'JSON 或 @文件：状态码映射' },
  },
  paramOverride: {
    flag: '--param-override <json>',
    help: { en: 'JSON or @file: members to overwrite', zh: 'JSON 或 @文件：参数覆盖' },
  },
  setting: {
    flag: '--setting <json>',
    help: { en: 'JSON or @file: extra settings', zh: 'JSON 或 @文件：额外设置' },
  },
  systemPrompt: {
    flag: '--system-prompt <text>',
    help: { en: 'Put before every conversation', zh: '系统提示词' },
  },
  other: {
    flag: '--other <text>',
    help: { en: 'Extra of the type: API version, region', zh: '类型附加项：API 版本、区域等' },
  },
  organization: { flag: '--organization <id>', help: { en: 'OpenAI organization', zh: 'OpenAI 组织' } },
  maxInputTokens: {
    flag: '--max-input-tokens <n>',
    help: { en: 'Longer prompts go elsewhere, 0 for no limit', zh: '输入上限，0 为不限' },
    parse: integerOf('--max-input-tokens', 0),
  },
  autoBan: {
    flag: '--auto-ban <yes|no>',
    help: { en: 'May be disabled automatically', zh: '是否允许自动禁用' },
    choices: ['yes', 'no'],
  },
} as const satisfies Readonly<Record<string, OptionShape>>

type ChannelFieldValues = ValuesOf<typeof channelFieldOptions, Readonly<Record<never, never>>>
type ChannelBody = Omit<BodyOf<'/api/channel/', 'post'>, 'type' | 'name'>

/**
 * The fields that were given, as the contract names them.
 * @throws CliError `usage` for JSON that is none and for a secret given the wrong way
 */
export async function readChannelFields(
  values: ChannelFieldValues,
  context: CommandContext,
): Promise<ChannelBody> {
  const { phrase } = context
  return given({
    models: values.models,
    group: values.groups,
    key: await readSecret('key', values, context),
    base_url: values.baseUrl,
    priority: values.priority,
    weight: values.weight,
    tag: values.tag,
    model_prefix: values.prefix,
    test_model: values.testModel,
    model_mapping: await readJsonText('--model-mapping', values.modelMapping, phrase),
    status_code_mapping: await readJsonText('--status-code-mapping', values.statusCodeMapping, phrase),
    param_override: await readJsonText('--param-override', values.paramOverride, phrase),
    setting: await readJsonText('--setting', values.setting, phrase),
    system_prompt: values.systemPrompt,
    other: values.other,
    openai_organization: values.organization,
    max_input_tokens: values.maxInputTokens,
    auto_ban:
      values.autoBan === undefined ? undefined : values.autoBan === 'yes' ? (1 as const) : (0 as const),
  })
}
