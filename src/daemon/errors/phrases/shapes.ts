import type { Texts } from '../reasons.ts'

/** Wrong types, ranges and forms of a field. */
export const shapes = {
  missing: { en: "'{field}' is required", zh: '缺少 {field}' },
  /** OpenAI's wording. */
  notProvided: { en: "you must provide a '{field}' parameter", zh: '必须提供 {field} 参数' },
  inputNotProvided: { en: "you must provide an 'input' parameter", zh: '必须提供 input 参数' },
  unknown: { en: "unknown parameter: '{field}'", zh: '未知参数：{field}' },
  notSupported: { en: "'{field}' is not supported", zh: '不支持 {field}' },
  empty: { en: "'{field}' must not be empty", zh: '{field} 不能为空' },
  notBoolean: { en: "'{field}' must be true or false", zh: '{field} 必须为 true 或 false' },
  notNumber: { en: "'{field}' must be a number", zh: '{field} 必须是数字' },
  notString: { en: "'{field}' must be a string", zh: '{field} 必须是字符串' },
  notObject: { en: "'{field}' must be an object", zh: '{field} 必须是对象' },
  notArray: { en: "'{field}' must be an array", zh: '{field} 必须是数组' },
  notStrings: { en: "'{field}' must be an array of strings", zh: '{field} 必须是字符串数组' },
  notObjects: { en: "'{field}' must be an array of objects", zh: '{field} 必须是对象数组' },
  notStringOrStrings: {
    en: "'{field}' must be a string or an array of strings",
    zh: '{field} 必须是字符串或字符串数组',
  },
  notStringOrObject: { en: "'{field}' must be a string or an object", zh: '{field} 必须是字符串或对象' },
  notInteger: {
    en: "'{field}' must be an integer from {min} to {max}",
    zh: '{field} 必须是 {min} 到 {max} 之间的整数',
  },
  notWhole: {
    en: "'{field}' must be a whole number from {min} to {max}",
    zh: '{field} 必须是 {min} 到 {max} 之间的整数',
  },
  outOfRange: { en: "'{field}' must be from {min} to {max}", zh: '{field} 必须在 {min} 到 {max} 之间' },
  tooLong: { en: "'{field}' is longer than {max} characters", zh: '{field} 超过 {max} 个字符' },
  tooMany: {
    en: "'{field}' has {count} elements, at most {max} are allowed",
    zh: '{field} 有 {count} 项，最多允许 {max} 项',
  },
  notThat: { en: "'{field}' must be '{value}'", zh: '{field} 必须为 {value}' },
  notEither: { en: "'{field}' must be '{one}' or '{other}'", zh: '{field} 必须为 {one} 或 {other}' },
  notOneOf: { en: "'{field}' must be one of {choices}", zh: '{field} 必须是以下之一：{choices}' },
  bothGiven: {
    en: "'{field}' and '{other}' exclude each other",
    zh: '{field} 和 {other} 不能同时使用',
  },
  tooManyModels: { en: 'a request may name at most {max} models', zh: '单个请求最多可指定 {max} 个模型' },
  badIdempotencyKey: {
    en: 'Idempotency-Key must be 1 to 255 printable ASCII characters.',
    zh: 'Idempotency-Key 必须是 1 到 255 个可打印的 ASCII 字符。',
  },
  otherMethod: {
    en: 'there is no endpoint {method} {path}; this address takes {allowed}',
    zh: '接口不存在：{method} {path}；该地址只支持 {allowed} 方法',
  },
  otherBaseUrl: {
    en: 'there is no endpoint {method} {path}; to reach {address}, set the base URL of your client to {base}',
    zh: '接口不存在：{method} {path}；如需访问 {address}，请将客户端的接口地址设为 {base}',
  },
  unreadable: { en: 'The request could not be read.', zh: '无法读取请求。' },
  badlyPacked: { en: 'The body is not valid {coding}.', zh: '请求体不是有效的 {coding} 数据。' },
} as const satisfies Record<string, Texts>
