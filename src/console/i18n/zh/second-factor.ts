export const secondFactor = {
  title: '两步验证',
  on: '已启用',
  off: '未启用',
  field: {
    code: '验证码',
    code_hint: '身份验证器应用中显示的 6 位数字。',
    either_hint: '身份验证器应用中显示的 6 位数字，也可以输入恢复码。',
    recovery_code: '恢复码',
    recovery_code_hint: '设置两步验证时保存的恢复码，每个只能使用一次。',
  },
  step: {
    title: '两步验证',
    text: '请完成第二步以登录。',
    submit: '继续',
    toRecovery: '使用恢复码',
    toCode: '使用验证码',
    back: '返回密码登录',
    expired: '本次登录已超时或尝试次数过多，请重新输入密码。',
  },
  proof: {
    title: '请确认是您本人操作',
    text: '此操作较为敏感，请再次验证身份。15 分钟内不会重复询问。',
    impossible: '您的账户既没有密码也没有两步验证。请重新登录后再继续。',
    password: '密码',
    submit: '确认',
    signIn: '重新登录',
    with: { password: '使用密码', totp: '使用验证码', recovery_code: '使用恢复码' },
  },
  app: {
    title: '身份验证器应用',
    text: '登录时，除密码外还需输入手机应用中的验证码。',
    isSetUp: '登录时会要求输入应用中的验证码。',
    setUp: '设置',
    replace: '更换',
    remove: '移除',
    removeTitle: '移除身份验证器应用？',
    removeText: '如果没有其他验证方式，登录时将只需密码，恢复码也会失效。',
    removed: '已移除身份验证器应用',
    setUpTitle: '设置身份验证器应用',
    scan: '用手机上的身份验证器应用扫描二维码。',
    qrCode: '供身份验证器应用扫描的二维码',
    type: '无法扫描？请在应用中手动输入此密钥：',
    secret: '密钥',
    confirm: '启用',
  },
  codes: {
    name: '恢复码',
    left_other: '剩余 {{count}} 个，用于手机丢失时登录。',
    new: '生成新的恢复码',
    newTitle: '生成新的恢复码？',
    newText: '旧的恢复码会立即失效。',
    title: '保存恢复码',
    text: '手机丢失时，可用恢复码登录，每个只能使用一次。恢复码仅显示这一次，请保存在安全的地方。',
    list: '恢复码列表',
    copied: '恢复码已复制',
    download: '下载',
    stored: '我已妥善保存这些恢复码',
    done: '完成',
  },
  demanded: {
    title: '请先设置两步验证',
    text: '本站要求您的账户启用两步验证，设置完成后即可继续使用。',
    goOn: '继续',
    signOut: '退出登录',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    secondFactor: typeof secondFactor
  }
}
