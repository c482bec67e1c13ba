import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { validationError } from '../../../src/daemon/errors/validation-phrases.ts'

/** The keywords of JSON Schema for single values. Requests do not use those that combine schemas. */
const rules = [
  ...['required', 'additionalProperties', 'type', 'enum', 'const', 'pattern', 'format', 'multipleOf'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'propertyNames'],
]

const contract = readFileSync(new URL('../../../openapi/bundled.gen.json', import.meta.url), 'utf8')

describe('what a schema refuses', () => {
  it.each(rules.filter((rule) => contract.includes(`"${rule}":`)))(
    'is told in both languages for the rule %s',
    (rule) => {
      const finding = { keyword: rule, schema: 3, instancePath: '/x', schemaPath: '', params: {} }
      const told = (language: 'en' | 'zh') =>
        validationError([{ ...finding, message: "Ajv's own words" }], 'body', language).message
      expect(told('en')).toMatch(/^invalid request: x (is|has|must)/)
      expect(told('zh')).toMatch(/^请求无效：x .*[\u4e00-\u9fff]/)
    },
  )
})
