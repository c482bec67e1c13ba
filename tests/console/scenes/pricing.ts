import type { PageScenes } from '../support/scene.ts'

/** Scenes of the price list, with models of every kind. */
export const pricing: PageScenes = {
  fill: async ({ admin }) => {
    const entry = (key: string, name: string, value: string) => ({ key, name, value })
    await admin.call('PUT', '/api/option/entries', {
      entries: [
        entry('ModelRatio', 'data-by-use', '1.25'),
        entry('CompletionRatio', 'data-by-use', '4'),
        entry('ModelPrice', 'data-per-call', '0.04'),
        entry('GroupRatio', 'data-dear', '5.5'),
        entry('UserUsableGroups', 'data-dear', 'data-description'),
      ],
    })
    await admin.createChannel({
      name: 'data-prices',
      key: 'k',
      models: 'data-by-use,data-per-call,data-unpriced',
      group: 'default,data-dear',
    })
  },
  data: [/^(Default group|VIP group|默认分组|VIP 分组|vip)$/],
  scenes: [
    { name: 'pricing', path: '/pricing?q=data-', isPublic: true },
    { name: 'pricing-signed-in', path: '/pricing?group=data-dear&q=data-' },
    { name: 'pricing-model', path: '/pricing?q=data-&model=data-by-use', isPublic: true },
    {
      name: 'pricing-none',
      path: '/pricing?q=nothing-like-it',
      isPublic: true,
      act: (page) => page.getByText('No models match these filters').waitFor(),
    },
  ],
}
