export const pricing = {
  title: '模型价格',
  lead: '按量价格为每百万 token 的美元价，已乘以所选分组的倍率。',
  search: '模型名称',
  copy: '复制 {{name}}',
  copyNames: '复制名称',
  copied_other: '已复制 {{count}} 个模型名称',
  chooseGroup: '查看分组 {{group}} 的价格',
  longRatios: '超过 {{above}} token：输入 × {{input}}，输出 × {{output}}',
  ratios: '模型 {{model}} · 补全 {{completion}} · 缓存 {{cache}}',
  group: {
    title: '分组',
    column: '分组',
    own: '您的分组：{{description}}',
    other: '{{description}}',
  },
  type: { all: '全部', use: '按量计费', call: '按次计费', second: '按秒计费' },
  vendor: { all: '全部厂商', unknown: '其他' },
  source: {
    fallback: '兜底价',
    fallbackHint: '没有为此模型单独定价，按站点的兜底价格计费。',
    unpriced: '未定价',
    unpricedHint: '管理员尚未给此模型定价。只有在个人设置里接受未定价模型后，才能调用。',
  },
  aSecond: '{{price}} / 秒',
  column: {
    model: '模型',
    type: '计费方式',
    input: '输入',
    cached: '缓存输入',
    output: '输出',
    perSecond: '每秒',
    perCall: '每次',
    ratios: '倍率',
    vendor: '厂商',
    groups: '可用分组',
  },
  empty: {
    text: '目前没有可用的模型。',
    admin: '还没有渠道提供模型。添加一个渠道后，它的模型就会出现在这里。',
    channels: '前往渠道',
    filtered: '没有符合条件的模型。',
    clear: '清除条件',
  },
  drawer: {
    lead: '价格、算法与示例请求',
    groups: '各分组的价格',
    formula: '分组 {{group}} 的价格如何得出',
    pricedAs: '按价格表中的条目 {{name}} 计价。',
    try: '试一试',
  },
  formula: {
    second: '视频每秒：{{price}} × 分组倍率 {{group}} = {{result}}',
    input: '输入：{{base}} × 模型倍率 {{model}} × 分组倍率 {{group}} = {{result}} / 百万 token',
    cached: '缓存输入：输入价 × {{factor}} = {{result}} / 百万 token',
    output: '输出：输入价 × {{factor}} = {{result}} / 百万 token',
    long: '提示词超过 {{above}} token：整次调用的输入（含缓存）× {{input}}，输出 × {{output}}',
    call: '每次成功调用：{{price}} × 分组倍率 {{group}} = {{result}}',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    pricing: typeof pricing
  }
}
