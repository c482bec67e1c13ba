import type { BodyOf } from '../../client/contract-types.ts'
import { given } from '../../client/ensure.ts'
import type { CommandContext, OptionShape, ValuesOf } from '../../define-command.ts'
import { commaList, integerOf, readJsonText } from '../../input/parsers.ts'
import { readSecret, secretOptions } from '../../input/secret.ts'
import { warnUnknownGroups } from './warn-unknown-groups.ts'

/** Flags that describe a channel, for `create` and `ensure`. */
export const channelFieldOptions = {
  models: {
    flag: '--models <list>',
    help: { en: 'Models it serves, comma-separated', zh: '支持的模型，逗号分隔' },
    parse: commaList,
  },
  groups: {
    flag: '--groups <list>',
    help: { en: 'Groups it serves (default: default)', zh: '可用分组（默认 default）' },
    parse: commaList,
  },
  ...secretOptions('key'),
  baseUrl: {
    flag: '--base-url <address>',
    help: { en: 'Upstream address, if not the default', zh: '上游地址，默认使用官方地址' },
  },
  priority: {
    flag: '--priority <n>',
    help: { en: 'Higher values are tried first', zh: '优先级，高者优先' },
    parse: integerOf('--priority'),
  },
  weight: {
    flag: '--weight <n>',
    help: {
      en: 'Decides the share of requests within a priority; every channel counts 10 more than its weight',
      zh: '决定同一优先级内分到的请求比例；每个渠道按权重加 10 计算',
    },
    parse: integerOf('--weight', 0),
  },
  tag: { flag: '--tag <tag>', help: { en: 'Tag that groups channels', zh: '标签' } },
  prefix: {
    flag: '--prefix <text>',
    help: { en: 'Prefix that clients put before the model name', zh: '模型名前缀' },
  },
  testModel: { flag: '--test-model <model>', help: { en: 'Model used for tests', zh: '测试用模型' } },
  modelMapping: {
    flag: '--model-mapping <json>',
    help: {
      en: 'JSON or @file: maps requested models to upstream models',
      zh: 'JSON 或 @文件：请求模型到上游模型的映射',
    },
  },
  statusCodeMapping: {
    flag: '--status-code-mapping <json>',
    help: {
      en: 'JSON or @file: maps upstream status codes to returned ones',
      zh: 'JSON 或 @文件：状态码映射',
    },
  },
  paramOverride: {
    flag: '--param-override <json>',
    help: { en: 'JSON or @file: request body fields to override', zh: 'JSON 或 @文件：要覆盖的请求参数' },
  },
  setting: {
    flag: '--setting <json>',
    help: {
      en: `JSON or @file: extra settings, such as {"speaks": "chat"} for an upstream without Responses`,
      zh: 'JSON 或 @文件：额外设置，例如上游没有 Responses 接口时填写 {"speaks": "chat"}',
    },
  },
  systemPrompt: {
    flag: '--system-prompt <text>',
    help: { en: 'System prompt added to every conversation', zh: '系统提示词' },
  },
  other: {
    flag: '--other <text>',
    help: { en: 'Type-specific extra, such as API version or region', zh: '类型附加项：API 版本、区域等' },
  },
  organization: { flag: '--organization <id>', help: { en: 'OpenAI organization', zh: 'OpenAI 组织' } },
  maxInputTokens: {
    flag: '--max-input-tokens <n>',
    help: { en: 'Longest prompt it accepts, in tokens; 0 for no limit', zh: '输入 token 上限，0 为不限' },
    parse: integerOf('--max-input-tokens', 0),
  },
  autoBan: {
    flag: '--auto-ban <yes|no>',
    help: { en: 'Allow disabling it automatically', zh: '是否允许自动禁用' },
    choices: ['yes', 'no'],
  },
} as const satisfies Readonly<Record<string, OptionShape>>

type ChannelFieldValues = ValuesOf<typeof channelFieldOptions, Readonly<Record<never, never>>>
type ChannelBody = Omit<BodyOf<'/api/channel/', 'post'>, 'type' | 'name'>

/**
 * Returns the fields that were given, named as in the contract. Warns about groups that do not exist.
 * @throws CliError `usage` for invalid JSON and for a secret given the wrong way
 */
export async function readChannelFields(
  values: ChannelFieldValues,
  context: CommandContext,
): Promise<ChannelBody> {
  const { phrase } = context
  if (values.groups !== undefined) await warnUnknownGroups(values.groups, context)
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
