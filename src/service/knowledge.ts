/** Background knowledge for people and language models: texts by topic, with this dataset's own examples filled in. */
import { type Context, endOf } from './context.ts';
import { namesOf } from './river.ts';
import type { Example, Service } from './service.ts';

export interface KnowledgeTopic {
  name: string;
  title: string;
  titleEn: string;
  /** Markdown. */
  text: string;
  textEn: string;
}

/** The order in which topics are told; any others follow. */
const TOPICS = ['water-resources', 'water-code', 'hydropower', 'remote-sensing', 'tools'];
const CHINESE = 'zh/';
const ENGLISH = 'en/';

/** Texts by language and topic: `zh/water-code`. */
export function createKnowledge(
  context: Context,
  texts: ReadonlyMap<string, string>,
): Pick<Service, 'example' | 'knowledgeTopics' | 'watershedKnowledge'> {
  const { store, dataset, ma } = context;

  async function example(): Promise<Example> {
    const largest = await store.river(1);
    const reach = await store.reach(largest?.mouth ?? 1);
    if (reach === undefined) return { ma: '', code: '', displayName: '', displayNameEn: '' };
    const end = await endOf(context, reach.id);
    return { ma: ma.river(reach, end, 1), code: reach.code, ...(await namesOf(context, reach)) };
  }

  async function placeholders(): Promise<Map<string, string>> {
    const shown = await example();
    return new Map([
      ['example.ma', shown.ma],
      ['example.code', shown.code],
      ['example.name_zh', shown.displayName],
      ['example.name_en', shown.displayNameEn],
      ['dataset.title', dataset.title],
      ['dataset.title_en', dataset.titleEn],
      ['dataset.reaches', String(dataset.counts.reaches)],
      ['dataset.basins', String(dataset.counts.basins)],
      ['dataset.pois', String(dataset.counts.pois)],
    ]);
  }

  async function knowledgeTopics(): Promise<KnowledgeTopic[]> {
    const values = await placeholders();
    const filled = (key: string): string => {
      const text = texts.get(key) ?? '';
      return text.replace(/\{\{([a-z_.]+)\}\}/g, (whole, name: string) => values.get(name) ?? whole).trim();
    };
    const given = [...texts.keys()].filter((key) => key.startsWith(CHINESE)).map((key) => key.slice(CHINESE.length));
    const names = [...new Set([...TOPICS.filter((name) => given.includes(name)), ...given])];
    return names.map((name) => {
      const text = filled(CHINESE + name);
      const textEn = filled(ENGLISH + name);
      return { name, title: titleOf(text, name), titleEn: titleOf(textEn, name), text, textEn };
    });
  }

  return {
    example,
    knowledgeTopics,
    async watershedKnowledge() {
      const topics = await knowledgeTopics();
      const halves = [topics.map((topic) => topic.text), topics.map((topic) => topic.textEn)];
      return halves.map((half) => half.filter((text) => text !== '').join('\n\n')).join('\n\n---\n\n');
    },
  };
}

/** The first heading. */
function titleOf(markdown: string, otherwise: string): string {
  return /^#+ +(.+)$/m.exec(markdown)?.[1]?.trim() ?? otherwise;
}
