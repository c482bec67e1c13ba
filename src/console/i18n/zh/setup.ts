import { errorTexts } from '../error-texts.zh.gen.ts'

export const setup = {
  title: '系统初始化',
  lead: '几分钟内，从空白安装到第一个计费请求。',
  steps: '步骤',
  step: { account: '账户', channel: '渠道', request: '第一个请求' },
  stateFailed: '获取初始化状态失败',
  failed: '初始化失败，请重试',
  code: '初始化代码',
  codeHint: '服务器启动时会输出，也保存在其数据目录的 setup-code 文件中。',
  codeRequired: errorTexts.setup_code_required,
  username: '管理员用户名',
  usernameHint: '最多 12 个字符。',
  usernameRequired: errorTexts.setup_username_required,
  password: '密码',
  passwordHint: '8 到 20 个字符。',
  passwordShort: errorTexts.password_too_short,
  confirmPassword: '确认密码',
  passwordsDiffer: errorTexts.passwords_differ,
  submit: '初始化并继续',
  mode: {
    label: '使用模式',
    external: { name: '对外运营', text: '向他人提供服务：开放注册、充值与计费，模型必须设置价格。' },
    self: { name: '自用', text: '仅供自己使用：关闭注册、邀请与充值，未设置价格的模型也可调用。' },
    demo: { name: '演示', text: '供他人参观：除超级管理员外，任何人都不能修改内容。' },
  },
  channel: {
    lead: '渠道是您在模型提供商处的账户。保存后会立即发送一个极小的请求进行测试。',
    type: '提供商',
    key: '密钥',
    keyHint: '加密保存，此后不再显示。',
    keyRequired: errorTexts.channel_key_required,
    baseUrl: '接口地址',
    baseUrlHint: '留空则使用提供商的默认地址。',
    models: '模型',
    modelsPlaceholder: '选择或输入模型名称',
    modelsRequired: errorTexts.channel_models_required,
    fetch: '获取模型列表',
    skip: '暂时跳过',
    submit: '保存并测试',
    tested: '测试成功：{{model}} 用时 {{time}} 作出回答',
  },
  request: {
    lead: '把下面的命令粘贴到终端。其中的密钥属于一个额度为 1 美元的新令牌。',
    noModels: '还没有可用的模型：请先添加渠道，否则请求会被拒绝。',
    waiting: '正在等待您的请求',
    failed: '请求已到达，但没有成功：',
    done: '{{model}} 已作出回答',
    price: '输入 {{input}}，输出 {{output}} token，用时 {{time}}，花费 {{price}}',
    finish: '进入控制台',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    setup: typeof setup
  }
}
