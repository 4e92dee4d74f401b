/** Background knowledge as one Markdown text. */

import type { Resource } from '../resource.ts';

export const KNOWLEDGE: Resource = {
  path: '/api/knowledge',
  formats: ['json'],
  query: [],
  followsLanguage: false,
  answer: async ({ service }) => ({ body: { text: await service.watershedKnowledge() } }),
};
