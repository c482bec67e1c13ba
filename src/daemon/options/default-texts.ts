import {
  defaultCacheRatio,
  defaultCompletionRatio,
  defaultLongPromptRatio,
  defaultModelPrice,
  defaultModelRatio,
} from '../pricing/default-prices.ts'
import type { LongPromptTexts } from '../pricing/long-prompt.ts'

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** Writes a table as JSON. The numbers are already JSON text, so no digit passes through a double. */
const table = (entries: ReadonlyMap<string, string>): string =>
  `{\n${[...entries].map(([name, number]) => `  ${JSON.stringify(name)}: ${number}`).join(',\n')}\n}`

const longPrompt = ({ above, input, output }: LongPromptTexts): string =>
  `{ "above": ${above}, "input": ${input}, "output": ${output} }`

/** Defaults that are too long for the registry. */
export const defaultTexts = {
  ModelRatio: table(defaultModelRatio),
  ModelPrice: table(defaultModelPrice),
  CompletionRatio: table(defaultCompletionRatio),
  CacheRatio: table(defaultCacheRatio),
  LongPromptRatio: `{\n${[...defaultLongPromptRatio].map(([name, entry]) => `  ${JSON.stringify(name)}: ${longPrompt(entry)}`).join(',\n')}\n}`,
  GroupRatio: json({ default: 1, vip: 1, svip: 1 }),
  UserUsableGroups: json({ default: 'Default group', vip: 'VIP group' }),
  Chats: json([
    { 'ChatGPT Next Web': 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{address}"}' },
    {
      'Lobe Chat':
        'https://chat-preview.lobehub.com/?settings={"keyVaults":{"openai":{"apiKey":"{key}","baseURL":"{address}/v1"}}}',
    },
    { AMA: 'ama://set-api-key?server={address}&key={key}' },
    { OpenCat: 'opencat://team/join?domain={address}&token={key}' },
  ]),
  EmailDomainWhitelist: [
    'gmail.com',
    '163.com',
    '126.com',
    'qq.com',
    'outlook.com',
    'hotmail.com',
    'icloud.com',
    'yahoo.com',
    'foxmail.com',
  ],
  AutomaticDisableKeywords: [
    'Your credit balance is too low',
    'This organization has been disabled.',
    'You exceeded your current quota',
    'Permission denied',
    'The security token included in the request is invalid',
    'Operation not allowed',
    'Your account is not authorized',
  ].join('\n'),
  'gemini.safety_settings': json({
    default: 'OFF',
    HARM_CATEGORY_HARASSMENT: 'BLOCK_NONE',
    HARM_CATEGORY_HATE_SPEECH: 'BLOCK_NONE',
    HARM_CATEGORY_SEXUALLY_EXPLICIT: 'BLOCK_NONE',
    HARM_CATEGORY_DANGEROUS_CONTENT: 'BLOCK_NONE',
  }),
  'gemini.version_settings': json({ default: 'v1beta', 'gemini-1.0-pro': 'v1beta' }),
  'gemini.supported_imagine_models': json(['gemini-2.0-flash-exp-image-generation', 'gemini-2.0-flash-exp']),
  'gemini.models_supported_thinking_budget': json([
    'gemini-2.5-flash-preview-05-20',
    'gemini-2.5-flash-preview-04-17',
    'gemini-2.5-pro-preview-06-05',
    'gemini-2.5-pro',
  ]),
} as const
