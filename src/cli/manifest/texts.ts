import type { Language, Text } from '../phrases/phrases.ts'

/** Messages about files and plans, with placeholders in braces. */
const texts = {
  refused: { en: 'errors: {count}; nothing was changed', zh: '发现 {count} 处错误，未作任何更改' },
  didYouMean: { en: 'did you mean {suggestion}?', zh: '是否想写 {suggestion}？' },
  known: { en: 'available: {names}', zh: '可用：{names}' },
  write: { en: 'write {text}', zh: '请写 {text}' },
  secretForms: {
    en: 'write { env: NAME }, { file: PATH } or { stdin: NAME }',
    zh: '请写 { env: 变量名 }、{ file: 路径 } 或 { stdin: 名称 }',
  },

  syntax: { en: 'invalid YAML: {reason}', zh: 'YAML 语法错误：{reason}' },
  unknownTag: { en: 'this YAML tag is not supported', zh: '不支持此 YAML 标签' },
  duplicateKey: { en: 'duplicate name', zh: '名称重复' },
  tooManyValues: {
    en: 'the file expands to more than {max} values',
    zh: '文件展开后超过 {max} 个值',
  },
  tooDeep: { en: 'nested more than {max} levels deep', zh: '嵌套超过 {max} 层' },
  unsupportedValue: { en: 'this kind of value is not supported', zh: '不支持这种值' },
  unsupportedKey: { en: 'a name must be plain text', zh: '名称必须是普通文本' },
  mergeNotTable: { en: '<< can only merge the fields of another object', zh: '<< 只能合并另一个对象的字段' },
  aliasUnknown: { en: '&{name} is not defined before this line', zh: '此前没有定义 &{name}' },
  notAManifest: { en: 'this is not a manifest', zh: '这不是清单文件' },
  noVersion: { en: 'missing version', zh: '缺少 version' },
  otherVersion: { en: 'unknown version', zh: '未知的 version' },
  ownerShape: {
    en: 'an owner consists of 1 to 100 letters, digits and . _ / -',
    zh: 'owner 由 1 到 100 个字母、数字或 . _ / - 组成',
  },
  ownerTwice: { en: 'another file sets the owner to {owner}', zh: '另一个文件中的 owner 是 {owner}' },
  pruneWithoutOwner: {
    en: '--prune needs an owner in the files: it deletes only objects with that label',
    zh: '使用 --prune 时文件中须有 owner：只删除带有该标签的对象',
  },
  unknownSection: { en: 'unknown section {name}', zh: '未知的部分 {name}' },
  unknownField: { en: 'unknown field {name}', zh: '未知的字段 {name}' },
  wantsNames: { en: 'must be a mapping of names', zh: '此处必须是以名称为键的表' },
  wantsFields: { en: 'must be a mapping of fields', zh: '此处必须是以字段名为键的表' },
  nameLength: {
    en: 'a name must have 1 to {max} characters and no control characters',
    zh: '名称为 1 到 {max} 个字符，且不含控制字符',
  },
  declaredTwice: { en: 'already defined at {place}', zh: '已在 {place} 定义' },
  optionIsTable: { en: 'set this under {section}', zh: '请在 {section} 下设置' },

  empty: { en: 'missing value', zh: '缺少值' },
  wantsScalar: { en: 'must be a single value', zh: '此处必须是单个值' },
  wantsText: { en: 'must be text', zh: '此处必须是文本' },
  wantsFlag: { en: 'must be true or false', zh: '此处必须为 true 或 false' },
  wantsInteger: { en: 'must be a whole number', zh: '此处必须为整数' },
  outOfRange: { en: 'must be between {min} and {max}', zh: '必须在 {min} 到 {max} 之间' },
  quotaRange: {
    en: 'must be between {min} and {max} quota units',
    zh: '必须在 {min} 到 {max} 额度单位之间',
  },
  wantsChoice: { en: 'must be one of {choices}', zh: '必须是以下之一：{choices}' },
  wantsQuotes: {
    en: 'put the ratio in quotes so that no digits are lost',
    zh: '请给倍率加上引号，以免丢失位数',
  },
  wantsRatio: {
    en: 'must be a decimal number from 0 to 1000000 with at most 9 decimal places',
    zh: '必须为 0 到 1000000 之间、最多 9 位小数的数字',
  },
  wantsAmount: {
    en: 'must be an amount: 5usd, or 250000 (quota units)',
    zh: '必须为金额：5usd，或 250000（额度单位）',
  },
  wantsBudget: {
    en: 'must be an amount (5usd, 250000) or unlimited',
    zh: '必须为金额（5usd、250000）或 unlimited',
  },
  amountWhole: {
    en: '{text} is {quota} quota units; it must be a whole number',
    zh: '{text} 折合 {quota} 额度单位，必须为整数',
  },
  wantsWhen: {
    en: 'must be never, a duration (30d) or a date (2026-12-31, 2026-12-31T12:00:00Z)',
    zh: '必须为 never、时长（30d）或日期（2026-12-31、2026-12-31T12:00:00Z）',
  },
  wantsSpending: {
    en: 'must be off or a budget such as 5usd/day, 20usd/week or 50000/month',
    zh: '必须为 off 或如 5usd/day、20usd/week、50000/month 的周期额度',
  },
  wantsRate: {
    en: 'must be off or a rate such as 1000/60s',
    zh: '必须为 off 或如 1000/60s 的速率',
  },
  wantsList: { en: 'must be a list: [ a, b ]', zh: '必须为列表：[ a, b ]' },
  listItem: { en: 'a list item is empty or contains a comma', zh: '列表项为空或含有逗号' },
  emptyList: { en: 'the list must not be empty', zh: '列表不能为空' },
  wantsTable: { en: 'must be a mapping', zh: '此处必须是表' },
  wantsFallbacks: {
    en: 'must map each model to a list of at most {max} models: { gpt-4o: [ gpt-4o-mini ] }',
    zh: '每个模型须对应一个列表，最多 {max} 个模型：{ gpt-4o: [ gpt-4o-mini ] }',
  },
  tooManyFallbacks: { en: 'at most {max} models can have fallbacks', zh: '最多 {max} 个模型可以有备用模型' },
  wantsAddress: {
    en: 'must be an address that starts with https://',
    zh: '必须是以 https:// 开头的地址',
  },
  tooLong: { en: 'longer than {max} characters', zh: '超过 {max} 个字符' },

  plainSecret: { en: 'do not write a secret into a file', zh: '密钥不能写在文件中' },
  noSecret: { en: 'missing secret', zh: '缺少密钥' },
  secretShape: { en: 'this does not say where the secret is', zh: '未说明密钥的来源' },
  secretName: { en: 'a name consists of letters, digits and _', zh: '名称只能包含字母、数字和 _' },
  secretFile: { en: 'cannot read {name} ({reason})', zh: '无法读取 {name}（{reason}）' },
  secretEmpty: { en: '{name} is empty', zh: '{name} 为空' },
  secretTooLong: { en: 'the secret is longer than {max} bytes', zh: '密钥超过 {max} 字节' },
  secretsIncomplete: {
    en: 'not set: {names}; set all of them, or none to leave the {kind} unchanged',
    zh: '未设置：{names}；请全部设置，或全部不设置以保持原样',
  },
  stdinTaken: { en: 'standard input is already used for the manifest', zh: '标准输入已用于读取清单' },
  stdinLine: { en: 'standard input must hold NAME=value lines', zh: '标准输入必须是 NAME=value 行' },
  stdinTwice: { en: '{name} appears twice on standard input', zh: '标准输入中 {name} 重复' },
  unset: { en: 'not set: {names}', zh: '未设置：{names}' },

  descriptionOfUnusable: {
    en: 'only groups that users may choose have a description',
    zh: '只有用户可选的分组才有说明',
  },
  proxyInSetting: { en: 'set the proxy in its own field: proxy', zh: '请用单独的字段 proxy 设置代理' },
  testModelUnknown: { en: 'the channel does not serve this model', zh: '该渠道不提供此模型' },
  ownKeySingle: { en: 'a code of your own needs count 1', zh: '自定义兑换码的 count 只能为 1' },
  usesWithoutGift: { en: 'only gift codes have a use limit', zh: '只有礼品码才有可用次数' },
  usesZero: { en: 'must be at least 1, or -1 for unlimited', zh: '必须至少为 1，或用 -1 表示不限' },
  period: { en: 'it ends before it starts', zh: '生效时间必须早于过期时间' },
  expired: { en: 'this is in the past', zh: '该时间已过去' },
  groupUnknown: { en: 'unknown group {name}', zh: '没有分组 {name}' },
  groupDefault: {
    en: 'the group default cannot be deleted: accounts and channels without a group belong to it',
    zh: '不能删除分组 default：没有分组的用户和渠道都属于它',
  },
  groupPruned: {
    en: '--prune would delete the group {name}, which is not in the files',
    zh: '--prune 会删除不在文件中的分组 {name}',
  },
  groupInUse: {
    en: 'it cannot be deleted while it is in use (accounts: {users}, channels: {channels}, API tokens: {tokens})',
    zh: '正在使用，不能删除：{users} 个用户，{channels} 个渠道，{tokens} 个令牌',
  },
  groupStays: {
    en: 'the group {name} was not deleted because it is in use (accounts: {users}, channels: {channels}, API tokens: {tokens})',
    zh: '分组 {name} 正在使用，未删除：{users} 个用户，{channels} 个渠道，{tokens} 个令牌',
  },
  emptyGroup: {
    en: 'move them to another group, in these files or by hand, or keep this group; tollgate group delete --force deletes it anyway',
    zh: '请先在这些文件中或手动将其移到其他分组，或保留该分组；tollgate group delete --force 可强制删除',
  },
  groupNotUsable: {
    en: 'the account of this context may not use the group {name}',
    zh: '当前账户不能选用分组 {name}',
  },
  makeUsable: { en: 'set usable: true under the group to allow it', zh: '在该分组下设置 usable: true 即可' },
  declareGroup: { en: 'define it under groups', zh: '请在 groups 下定义' },
  typeUnknown: { en: 'unknown channel type {name}', zh: '未知的渠道类型 {name}' },
  listTypes: {
    en: 'run tollgate channel types to list them',
    zh: '运行 tollgate channel types 可列出全部类型',
  },
  modelUnknown: { en: 'no enabled channel serves {name}', zh: '没有启用的渠道提供 {name}' },
  optionUnknown: { en: 'unknown option {name}', zh: '未知的设置项 {name}' },
  refusedByServer: { en: '{reason}', zh: '{reason}' },

  noFiles: { en: 'no .yaml files in {path}', zh: '{path} 中没有 .yaml 文件' },
  noFilesHint: {
    en: 'tollgate export -o DIR writes the current configuration as a starting point.',
    zh: '可先用 tollgate export -o DIR 导出现有配置。',
  },
  tooManyFiles: { en: 'more than {max} files', zh: '文件超过 {max} 个' },
  fileTooLarge: { en: '{path} is larger than {max} MiB', zh: '{path} 超过 {max} MiB' },

  'obstacle.owner': {
    en: 'owned by {owner}',
    zh: '由 {owner} 管理',
  },
  'obstacle.ambiguous': { en: 'several objects have this name: {ids}', zh: '有多个同名对象：{ids}' },
  'obstacle.mixed': {
    en: 'the codes with this name differ from each other: {ids}',
    zh: '同名兑换码互不相同：{ids}',
  },
  'obstacle.unlike': {
    en: 'the codes with this name differ in {fields}: {ids}',
    zh: '同名兑换码的 {fields} 互不相同：{ids}',
  },
  'obstacle.redeemed': {
    en: 'some gift codes with this name have been redeemed, so their quota cannot be changed: {ids}',
    zh: '以下同名礼品码已有人兑换，额度不能再更改：{ids}',
  },
  'obstacle.deleted': {
    en: 'an account with this name was deleted, and usernames are not reused',
    zh: '同名账户已删除，用户名不能再次使用',
  },
  'obstacle.fixed': { en: '{field} cannot be changed after creation', zh: '{field} 创建后不能更改' },
  'obstacle.incomplete': { en: 'required for a new one: {fields}', zh: '新建时需要：{fields}' },
  'obstacle.unset': { en: 'not set: {names}', zh: '未设置：{names}' },
  'obstacle.newHost': {
    en: 'a new address or proxy requires the keys again, so that they are not sent there unnoticed; not set: {names}',
    zh: '更换地址或代理时必须重新提供密钥，以免密钥被发往未经确认的地址；未设置：{names}',
  },
  'obstacle.expired': { en: 'it has expired', zh: '已过期' },
  'obstacle.root': {
    en: 'this is the super administrator, whose role and status cannot be changed',
    zh: '这是超级管理员，其角色和状态不能更改',
  },
  'hint.root': { en: 'leave role and status out', zh: '请去掉 role 和 status' },
  'hint.owner': { en: 'use --take-over to take it over', zh: '用 --take-over 可接管' },
  'hint.ambiguous': { en: 'rename all but one of them', zh: '请只保留一个使用该名称' },
  'hint.mixed': { en: 'use another name', zh: '请使用其他名称' },
  'hint.unlike': {
    en: 'set {fields} to make them alike, or use another name',
    zh: '请写明 {fields} 使其一致，或使用其他名称',
  },
  'hint.redeemed': {
    en: 'use another name, or disable these codes first',
    zh: '请使用其他名称，或先禁用这些礼品码',
  },
  'hint.deleted': { en: 'use another name', zh: '请使用其他名称' },
  'hint.fixed': { en: 'use another name', zh: '请使用其他名称' },

  context: { en: 'context {context} ({url})', zh: '上下文 {context}（{url}）' },
  contextOwner: {
    en: 'context {context} ({url})  owner {owner}',
    zh: '上下文 {context}（{url}）  owner {owner}',
  },
  kept: {
    en: 'not in the files, owned by {owner}: kept (--prune deletes)',
    zh: '不在文件中，由 {owner} 管理：保留（--prune 会删除）',
  },
  pruned: { en: 'not in the files', zh: '不在文件中' },
  removed: { en: 'null in the files', zh: '文件中为 null' },
  optionReturns: { en: 'returns to its built-in value', zh: '恢复内置值' },
  priceGone: {
    en: 'the model then has no price, and its requests are refused or charged at the fallback price',
    zh: '此后该模型没有价格，请求会被拒绝或按兜底价格计费',
  },
  builtInPriceGone: {
    en: 'the model then has no price, not even its built-in one, and its requests are refused or charged at the fallback price (tollgate price reset restores the built-in one)',
    zh: '此后该模型没有价格（内置价格也一并删除），请求会被拒绝或按兜底价格计费；tollgate price reset 可恢复内置价格',
  },
  summary: {
    en: 'Plan: {create} to add, {update} to change, {delete} to delete, {kept} kept.',
    zh: '计划：新增 {create}，修改 {update}，删除 {delete}，保留 {kept}。',
  },
  noChanges: { en: 'no changes', zh: '没有变化' },
  secretChanged: { en: '{field} changed', zh: '{field} 已变更' },
  secretSet: { en: '{field} set', zh: '{field} 已设置' },
  keptAsIs: {
    en: '{path}: not set here, left unchanged: {names}',
    zh: '{path}：此处未设置，保持原样：{names}',
  },
  valid: {
    en: 'files: {files}, objects: {objects}, no errors',
    zh: '{files} 个文件，{objects} 个对象，没有错误',
  },
  invalid: { en: 'errors: {count}', zh: '{count} 处错误' },
  movedOn: { en: '{path} has changed since the plan was made', zh: '{path} 在生成计划后已变化' },
  filesMoved: { en: 'the files have changed since the plan was made', zh: '文件在生成计划后已变化' },
  planFilesGone: {
    en: 'the files of this plan are not here: {files}',
    zh: '找不到该计划所用的文件：{files}',
  },
  planFilesGoneHint: {
    en: 'Say where they are: tollgate apply {plan} -f DIR',
    zh: '请指明它们的位置：tollgate apply {plan} -f DIR',
  },
  planOfAnother: { en: 'this plan is for {url}', zh: '该计划针对 {url}' },
  planAgain: { en: 'Make a new plan.', zh: '请重新生成计划。' },
  notAPlan: { en: '{path} is not a plan file', zh: '{path} 不是计划文件' },
  notAPlanHint: {
    en: 'Create one with: tollgate plan -f DIR --out FILE',
    zh: '生成计划：tollgate plan -f DIR --out FILE',
  },
  needFiles: { en: 'give -f with files, or a plan file', zh: '请用 -f 指定文件，或给出计划文件' },
  apply: { en: 'Apply this plan?', zh: '执行此计划？' },
  applied: {
    en: 'Done: {create} added, {update} changed, {delete} deleted.',
    zh: '完成：新增 {create}，修改 {update}，删除 {delete}。',
  },
  progressLine: {
    en: '{done}/{all} done, {failed} failed, {rate}/s, {left} left',
    zh: '已完成 {done}/{all}，失败 {failed}，每秒 {rate}，剩余 {left}',
  },
  failedChange: { en: 'failed: {kind} {name}: {message}', zh: '失败：{kind} {name}：{message}' },
  pause: { en: '{message}; trying again in {seconds} s', zh: '{message}；{seconds} 秒后重试' },
  stopping: {
    en: 'Stopping: the running calls are finished first. Press Ctrl-C again to stop at once.',
    zh: '正在停止：先完成进行中的请求。再按一次 Ctrl-C 立即停止。',
  },
  interrupted: {
    en: 'Stopped: {done} of {all} changes were made. The next apply makes the others.',
    zh: '已停止：{all} 项更改中完成了 {done} 项。再次执行 apply 会完成其余更改。',
  },
  willWait: {
    en: 'This takes about {calls} calls. The server allows {calls_allowed} in 3 minutes (ManagementRateLimitCount), so apply waits about {wait_seconds} s.',
    zh: '约需 {calls} 次请求。服务器每 3 分钟允许 {calls_allowed} 次（ManagementRateLimitCount），apply 约需等待 {wait_seconds} 秒。',
  },
  secretsWillWait: {
    en: '{count} secrets take {calls} checks. The server allows {max} in 10 minutes (SecretCheckLimitCount), so this waits.',
    zh: '比对 {count} 个密钥需要 {calls} 次请求。服务器每 10 分钟允许 {max} 次（SecretCheckLimitCount），因此需要等待。',
  },
  tokensDoNotFit: {
    en: 'the account would have {all} API tokens; {max} are allowed',
    zh: '该账户将有 {all} 个令牌，最多允许 {max} 个',
  },
  raiseTokens: {
    en: 'set TokensPerUserMax to {all} or more under options',
    zh: '请在 options 下把 TokensPerUserMax 设为 {all} 或更大',
  },
  keysNeedFile: {
    en: 'this server shows keys only once, and this output is kept: give --keys-out',
    zh: '此服务器只显示一次密钥，而当前输出会被保存：请使用 --keys-out',
  },
  keysNeedFileHint: {
    en: 'Add --keys-out FILE. Only you can read that file.',
    zh: '请加上 --keys-out 文件；该文件只有您可以读取。',
  },
  keysMasked: {
    en: 'Keys are masked because this output is kept. Use --keys-out FILE, or: tollgate token get NAME --show-key',
    zh: '当前输出会被保存，因此密钥已打码。请使用 --keys-out 文件，或 tollgate token get 名称 --show-key',
  },
  keyLost: {
    en: 'The key of {name} was never stored, and the server does not show it again. Run: tollgate token rotate {name}',
    zh: '{name} 的密钥没有保存，服务器也不再显示。请运行：tollgate token rotate {name}',
  },
  markdownTitle: {
    en: 'tollgate plan: {context}, owner {owner}',
    zh: 'tollgate plan：{context}，owner {owner}',
  },
  markdownDetails: { en: '{count} objects', zh: '{count} 个对象' },
  markdownObject: { en: 'Object', zh: '对象' },
  markdownChange: { en: 'Change', zh: '更改' },
  more: { en: '... and {count} more', zh: '…… 以及另外 {count} 项' },
  markdownMore: {
    en: '{count} more: run tollgate plan to see them.',
    zh: '另有 {count} 个：请运行 tollgate plan 查看。',
  },
  progress: { en: '{at}/{all} {sign} {kind} {name}', zh: '{at}/{all} {sign} {kind} {name}' },
  partial: {
    en: 'only {done} of {all} changes were made: {message}',
    zh: '{all} 项更改中只完成了 {done} 项：{message}',
  },
  notDone: { en: 'not done:', zh: '未完成：' },
  keysOnce: { en: 'The keys of new API tokens are shown only once.', zh: '新令牌的密钥只显示这一次。' },
  keysIn: { en: 'keys of new API tokens: {path}', zh: '新令牌的密钥：{path}' },
  fileNotOurs: { en: '{path} was not written by an export', zh: '{path} 不是由导出生成的' },
  forceHint: { en: 'Use --force to overwrite it.', zh: '用 --force 可覆盖。' },
  skipped: { en: 'not exported: {kind} {name}: {reason}', zh: '未导出：{kind} {name}：{reason}' },
  noDirectory: {
    en: '-o takes a directory here, not {directory}: an export has several files',
    zh: '此处 -o 的值应为目录，而不是 {directory}：导出包含多个文件',
  },
  giveDirectory: {
    en: 'Such as: tollgate export -o infra/. With --json the command prints as JSON what it has written.',
    zh: '例如：tollgate export -o infra/。加上 --json 可将写入的内容以 JSON 输出。',
  },
  exported: { en: 'written to {directory}', zh: '已写入 {directory}' },
  variablesNeeded: {
    en: 'secrets are not exported; variables that an empty server needs, listed in the files: {count}',
    zh: '密钥不会导出：文件中列出了空服务器所需的 {count} 个变量',
  },
  offline: {
    en: 'not signed in: types, options and models were not checked',
    zh: '未登录：未检查渠道类型、设置项和模型',
  },
} as const satisfies Readonly<Record<string, Text>>

export type TextKey = keyof typeof texts
export type TextValues = Readonly<Record<string, string | number>>

/** Returns one of the texts in the language of this run. */
export type Tell = (key: TextKey, values?: TextValues) => string

export const tellIn =
  (language: Language): Tell =>
  (key, values = {}) =>
    texts[key][language].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
