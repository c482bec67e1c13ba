import type { ErrorObject } from 'ajv'
import type { Language } from '../language.ts'
import { AppError } from './app-error.ts'
import { catalogue, type ErrorCode } from './catalogue.ts'
import type { Texts } from './reasons.ts'

type Phrase = (value: string) => string

/** One sentence per JSON Schema keyword; the argument is the keyword's value. */
const sentences: Readonly<Record<Language, Readonly<Record<string, Phrase>>>> = {
  en: {
    required: () => 'is missing',
    additionalProperties: () => 'is not a known field',
    type: (value) => `must be of type ${value.replaceAll(',', ' or ')}`,
    enum: (value) => `must be one of ${value.replaceAll(',', ', ')}`,
    const: (value) => `must be ${value}`,
    minimum: (value) => `must be ${value} or more`,
    maximum: (value) => `must be ${value} or less`,
    exclusiveMinimum: (value) => `must be more than ${value}`,
    minLength: (value) => `must have at least ${value} characters`,
    maxLength: (value) => `must have at most ${value} characters`,
    minItems: (value) => `must have at least ${value} entries`,
    maxItems: (value) => `must have at most ${value} entries`,
    maxProperties: (value) => `must have at most ${value} entries`,
    pattern: () => 'has the wrong form',
    format: (value) => `must be a valid ${value}`,
  },
  zh: {
    required: () => '缺失',
    additionalProperties: () => '是未知字段',
    type: (value) => `的类型必须为 ${value.replaceAll(',', ' 或 ')}`,
    enum: (value) => `必须是以下之一：${value.replaceAll(',', '、')}`,
    const: (value) => `必须为 ${value}`,
    minimum: (value) => `不能小于 ${value}`,
    maximum: (value) => `不能大于 ${value}`,
    exclusiveMinimum: (value) => `必须大于 ${value}`,
    minLength: (value) => `至少需要 ${value} 个字符`,
    maxLength: (value) => `最多 ${value} 个字符`,
    minItems: (value) => `至少需要 ${value} 项`,
    maxItems: (value) => `最多 ${value} 项`,
    maxProperties: (value) => `最多 ${value} 项`,
    pattern: () => '格式不正确',
    format: (value) => `不是合法的 ${value}`,
  },
}

/** Problems that a schema cannot express. They end the text of `invalid_request`. */
export const problems = {
  missing: { en: 'is missing', zh: '缺失' },
  nul: { en: 'must not contain the character U+0000', zh: '不能包含 U+0000 字符' },
} as const satisfies Record<string, Texts>

/**
 * Turns the first finding of a schema check into the error that the caller sees. If a property of the contract has an
 * `x-error-code`, that code replaces `invalid_request`.
 *
 * @param place `body`, `querystring` or `params`: named as the cause if no field is known
 */
export function validationError(
  findings: readonly ErrorObject[],
  place: string,
  language: Language,
): AppError {
  const [finding] = findings
  if (!finding) return new AppError('invalid_request', { values: { field: place, problem: '' } })
  const field = fieldOf(finding)
  const own = ownCode(finding)
  const options = field === '' ? {} : { field }
  if (own) return new AppError(own, options)
  const sentence = sentences[language][finding.keyword]
  const problem = sentence ? sentence(String(finding.schema)) : (finding.message ?? '')
  const prefix = language === 'zh' ? '请求无效：' : 'invalid request: '
  const blamed = field === '' ? place : field
  return new AppError('invalid_request', { ...options, message: `${prefix}${blamed} ${problem}` })
}

/** Returns the path of the field with dots, `users.0.name`, including the name of a missing or unknown field. */
function fieldOf(finding: ErrorObject): string {
  const path = finding.instancePath.split('/').filter(Boolean)
  const params = finding.params as { missingProperty?: string; additionalProperty?: string }
  const child = params.missingProperty ?? params.additionalProperty
  // Names come from the caller, so cut them: a response must not become arbitrarily long.
  return [...path, ...(child === undefined ? [] : [child])].join('.').slice(0, 100)
}

function ownCode(finding: ErrorObject): ErrorCode | undefined {
  const parent = finding.parentSchema as { properties?: Record<string, object> } | undefined
  const { missingProperty } = finding.params as { missingProperty?: string }
  const schema = missingProperty === undefined ? parent : parent?.properties?.[missingProperty]
  const code = (schema as { 'x-error-code'?: string } | undefined)?.['x-error-code']
  return code !== undefined && code in catalogue ? (code as ErrorCode) : undefined
}
