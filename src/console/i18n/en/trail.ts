import type { English } from '../phrases.ts'

export const trail: English<'trail'> = {
  title: 'Audit trail',
  lead: 'Who changed what, and when. Secrets are shown as fingerprints.',
  loadFailed: 'Failed to load the audit trail',
  program: 'System',
  via: 'access token',
  fields_one: '{{count}} field',
  fields_other: '{{count}} fields',
  column: {
    time: 'Time',
    by: 'By',
    action: 'Action',
    object: 'Object',
    change: 'Change',
    via: 'Access token',
    ip: 'IP address',
    request: 'Request ID',
  },
  kind: {
    option: 'Settings',
    channel: 'Channels',
    user: 'Users',
    token: 'API tokens',
    'access-token': 'Access tokens',
    redemption: 'Redemption codes',
    order: 'Orders',
    message: 'Messages',
  },
  search: {
    keyword: 'Object, change or access token',
    by: 'Username',
    kind: 'Kind of object',
    everyKind: 'Every kind',
    time: 'Time',
    query: 'Search',
  },
  empty: {
    text: 'No changes yet.',
    filtered: 'No matching changes',
    clear: 'Clear filters',
  },
}
