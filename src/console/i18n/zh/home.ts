export const home = {
  title: '首页',
  lead: '一个地址，接入全部模型',
  text: '您的 OpenAI、Anthropic 或 Gemini 客户端无需更换：改一下接口地址，用本站的令牌作为密钥即可。',
  textPriced:
    '您的 OpenAI、Anthropic 或 Gemini 客户端无需更换：改一下接口地址，用本站的令牌作为密钥，按下方列出的价格付费。',
  openConsole: '打开控制台',
  playground: '去操练场试用',
  login: '登录',
  register: '创建账户',
  example: '第一个请求',
  connect: {
    title: '接入您的客户端',
    lead: '三种协议共用同一个令牌。',
    copy: '复制 {{protocol}} 的地址',
    register: {
      title: '创建账户',
      text: '注册后自动登录。',
    },
    login: {
      title: '登录',
      text: '请使用管理员给您的账户。',
    },
    signedIn: {
      title: '查看余额',
      text: '您已登录，可用余额见钱包。',
    },
    token: {
      title: '创建令牌',
      text: '令牌就是客户端的密钥，可限制模型、额度和有效期。',
    },
    address: {
      title: '填写接口地址和密钥',
      text: '请选择与客户端协议对应的地址。',
    },
  },
  protocol: {
    openai: { name: 'OpenAI', clients: 'OpenAI SDK、Codex 及兼容客户端' },
    anthropic: { name: 'Anthropic', clients: 'Anthropic SDK 与 Claude Code' },
    gemini: { name: 'Gemini', clients: 'Google Gen AI SDK 与 Gemini CLI' },
  },
  models: {
    title: '模型与价格',
    lead: '未注明单位的价格为每百万 token 的美元价。',
    leadOfGroup: '{{group}} 分组的价格；未注明单位的为每百万 token 的美元价。',
    all_other: '查看全部 {{count}} 个模型',
    model: '模型',
    input: '输入',
    cached: '缓存输入',
    output: '输出',
    perCall: '每次 {{price}}',
    perSecond: '每秒 {{price}}',
    none: '暂时没有可用的模型。',
    unpriced: '暂时没有设置价格。',
    unpricedAdmin: '还没有模型设置了价格。设置后会显示在这里。',
    setPrices: '设置价格',
    noneAdmin: '还没有渠道提供模型。添加渠道后，模型会显示在这里。',
    channels: '前往渠道',
  },
  notice: '公告',
  noticeSeen: '知道了',
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    home: typeof home
  }
}
