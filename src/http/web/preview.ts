/** What is said about a page before it is opened: title and description, as search engines and chats show them. */

import { explainMa } from '../../code/index.ts';
import type { Service } from '../../service/service.ts';
import type { Language } from '../../service/types.ts';

export interface Preview {
  status: 200 | 400 | 404;
  title: string;
  description: string;
  /** The canonical MA string, where the page is about one. */
  ma: string | undefined;
}

const SITE = {
  zh: { name: 'watercode 水码', about: '用水信息码查找世界上的任何一条河流：地图、名称、上下游、二维码。' },
  en: {
    name: 'watercode',
    about: 'Look any river up by its water information code: on a map, by name, upstream and down to the sea.',
  },
};

const UNKNOWN = {
  zh: { title: '没有这个编码', description: '编码的写法正确，但这份数据里没有它所指的河流或地点。' },
  en: { title: 'No such code here', description: 'The code is well-formed, but this dataset has nothing under it.' },
};

const UNREADABLE = { zh: '读不懂这个编码', en: 'This code cannot be read' };

export function previewOfHome({ dataset }: Service, language: Language): Preview {
  const { name, about } = SITE[language];
  const { reaches, pois } = dataset.counts;
  const title = language === 'zh' ? dataset.title : dataset.titleEn;
  const counts =
    language === 'zh'
      ? `${title}：${reaches.toLocaleString('zh')} 个河段，${pois.toLocaleString('zh')} 个地点。`
      : `${title}: ${reaches.toLocaleString('en')} reaches, ${pois.toLocaleString('en')} places.`;
  return {
    status: 200,
    title: `${name} · ${title}`,
    description: `${about}${language === 'en' ? ' ' : ''}${counts}`,
    ma: undefined,
  };
}

/** Every kind of record has these. */
interface Described {
  displayName: string;
  displayNameEn: string;
  description: string;
  descriptionEn: string;
}

export async function previewOfMa(service: Service, text: string, language: Language): Promise<Preview> {
  const site = SITE[language].name;
  const explanation = explainMa(text);
  if (!explanation.valid) {
    const title = `${UNREADABLE[language]} · ${site}`;
    return { status: 400, title, description: explanation.message[language], ma: undefined };
  }
  const [result] = await service.lookup([explanation.canonical], language);
  if (result?.status !== 200) {
    const { title, description } = UNKNOWN[language];
    return { status: 404, title: `${title} · ${site}`, description, ma: explanation.canonical };
  }
  const record = result.record as Described;
  const [name, other] =
    language === 'zh' ? [record.displayName, record.displayNameEn] : [record.displayNameEn, record.displayName];
  const names = name === '' || other === '' || name === other ? name || other : `${name} (${other})`;
  const description = language === 'zh' ? record.description : record.descriptionEn;
  return { status: 200, title: `${names} · ${site}`, description: description || result.ma, ma: result.ma };
}
