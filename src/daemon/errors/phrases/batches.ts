import type { Texts } from '../reasons.ts'

/** Batches and their input files. */
export const batches = {
  noSuchBatch: { en: "'{field}' names none of your batches", zh: '您没有 {field} 所指的批处理任务' },
  noInputFile: { en: "you must provide an 'input_file_id'", zh: '必须提供 input_file_id' },
  noFileName: { en: "'{field}' must be the name of a file", zh: '{field} 必须是文件名' },
  noRequests: {
    en: "'{field}' must be a list of one or more requests",
    zh: '{field} 必须是请求列表，至少包含一个请求',
  },
  requestsTwice: {
    en: 'a batch has its requests either in the body or in a file',
    zh: '批处理的请求只能放在请求体或文件其中一处',
  },
  modelOfAddress: {
    en: "'{field}' must be the model in the address",
    zh: '{field} 必须与地址中的模型相同',
  },
  searches: {
    en: '{model} searches by itself and cannot be used in a batch',
    zh: '{model} 会自行联网搜索，不能用于批处理',
  },
  notInBatch: { en: "'{field}' cannot be used in a batch", zh: '批处理中不能使用 {field}' },

  /** One request of the body or of a file; `why` is one of the phrases below, or a phrase for any call. */
  badRequest: { en: '{field}: {why}', zh: '{field}：{why}' },
  badLine: { en: 'line {line} of the input file: {why}', zh: '输入文件第 {line} 行：{why}' },
  noRequest: { en: "it must be an object with 'request'", zh: '必须是包含 request 的对象' },
  noParams: {
    en: "it must be an object with 'custom_id' and 'params'",
    zh: '必须是包含 custom_id 和 params 的对象',
  },
  noKeyOrRequest: {
    en: "it must be a JSON object with 'key' and 'request'",
    zh: '必须是包含 key 和 request 的 JSON 对象',
  },
  noBody: {
    en: "it must be a JSON object with 'custom_id', 'method', 'url' and 'body'",
    zh: '必须是包含 custom_id、method、url 和 body 的 JSON 对象',
  },
  badCustomId: {
    en: "'custom_id' must have 1 to 64 letters, digits, hyphens and underscores",
    zh: 'custom_id 必须由 1 到 64 个字母、数字、连字符或下划线组成',
  },
  customIdTwice: {
    en: "'custom_id' must be unique: {id} occurs twice",
    zh: 'custom_id 不能重复：{id} 出现了两次',
  },
  keyTwice: { en: 'no two requests may have the same key', zh: '不同请求的 key 不能相同' },
  otherModels: {
    en: 'all requests of a batch must name the same model',
    zh: '同一批处理的所有请求必须使用相同的模型',
  },
  tooManyRequests: { en: 'a batch has at most {max} requests', zh: '单个批处理最多包含 {max} 个请求' },
  unknownMember: { en: "'{name}' is not known", zh: '未知字段 {name}' },
  carriageReturn: { en: 'it must not have a carriage return inside', zh: '行内不能有回车符' },
  nameTwice: { en: 'no name may occur twice in one object', zh: '同一对象中的名称不能重复' },
  byteOrderMark: {
    en: 'it begins with a byte order mark; save the file as UTF-8 without one',
    zh: '开头有字节顺序标记（BOM）；请将文件保存为不带 BOM 的 UTF-8',
  },
  notPost: { en: "'method' must be POST", zh: 'method 必须为 POST' },
  otherUrl: {
    en: "'url' must be {endpoint}, as the batch's endpoint",
    zh: 'url 必须为 {endpoint}，与该批处理的 endpoint 相同',
  },
  hostedTools: {
    en: 'tools that the provider runs cannot be used in a batch',
    zh: '批处理中不能使用由服务商运行的工具',
  },
  earlierResponses: {
    en: 'earlier responses cannot be used in a batch',
    zh: '批处理中不能引用此前的响应',
  },
  otherAccount: {
    en: 'the file {id} is kept by another account than the input file',
    zh: '文件 {id} 与输入文件保存在不同的账号中',
  },
  otherName: {
    en: "the channel that keeps the input file has another name for {model}: leave out 'model'",
    zh: '保存输入文件的渠道使用了 {model} 的另一个名称；请去掉 model',
  },

  /** Input files as a whole, and the channels that hold them. */
  emptyFile: { en: 'the input file has no requests', zh: '输入文件中没有请求' },
  fileNotUtf8: { en: 'the input file is not UTF-8', zh: '输入文件不是 UTF-8 编码' },
  unreadableFile: {
    en: "{id} cannot be read: a file of requests must begin with '{', have the type 'jsonl' or another with JSON in its name, be uploaded in one request of at most 8 MB, and be one of your last 16; upload it again, or send the requests in the body",
    zh: '无法读取 {id}：请求文件必须以 { 开头，类型为 jsonl 或名称中含 JSON 的其他类型，在一次不超过 8 MB 的请求中上传，并且属于您最近上传的 16 个文件；请重新上传，或将请求放在请求体中发送',
  },
  channelWithoutBatches: {
    en: 'the channel that keeps the input file runs no batches',
    zh: '保存输入文件的渠道不支持批处理',
  },
  channelWithoutModel: {
    en: 'the channel that keeps the input file does not serve {model}',
    zh: '保存输入文件的渠道不提供 {model}',
  },
  channelChanges: {
    en: 'the channel that keeps the input file changes requests for {model}',
    zh: '保存输入文件的渠道会修改发往 {model} 的请求',
  },
} as const satisfies Record<string, Texts>
