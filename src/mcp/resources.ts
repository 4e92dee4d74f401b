/** Resources: one for each topic of knowledge, and one for each river by its code. */
import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import type { Service } from '../service/service.ts';
import { fittingJson } from './answer-size.ts';

const KNOWLEDGE = 'watercode://knowledge/';
const RIVERS = 'watercode://rivers/';

export const TOPIC_TEMPLATE = `${KNOWLEDGE}{topic}`;
export const RIVER_TEMPLATE = `${RIVERS}{code}`;

export const RESOURCE_TEMPLATES: readonly ResourceTemplateType[] = [
  {
    uriTemplate: TOPIC_TEMPLATE,
    name: 'knowledge',
    title: '背景知识 Knowledge',
    description: '一个主题的背景知识，中文在前，英文在后。Background on one topic, Chinese first, then English.',
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: RIVER_TEMPLATE,
    name: 'river',
    title: '河流记录 River record',
    description:
      '按编码（如 3261001.0.1）给出河流记录。The record of a river by the standard part of its code, such as 3261001.0.1.',
    mimeType: 'application/json',
  },
];

export async function listResources(service: Service): Promise<Resource[]> {
  const topics = await service.knowledgeTopics();
  return topics.map(({ name, title, titleEn }) => {
    return {
      uri: `${KNOWLEDGE}${name}`,
      name,
      title: `${title} ${titleEn}`,
      description: `背景知识：${title}。Background knowledge: ${titleEn}.`,
      mimeType: 'text/markdown',
    };
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function topicText(service: Service, topic: string): Promise<string | undefined> {
  const found = (await service.knowledgeTopics()).find(({ name }) => name === topic);
  return found && [found.text, found.textEn].filter((text) => text !== '').join('\n\n---\n\n');
}

async function riverText(service: Service, code: string): Promise<string | undefined> {
  const [found] = await service.lookup([code]);
  return found?.status === 200 ? fittingJson(found.record) : undefined;
}

export async function readResource(service: Service, uri: string): Promise<ReadResourceResult> {
  const isTopic = uri.startsWith(KNOWLEDGE);
  const text = isTopic
    ? await topicText(service, decoded(uri.slice(KNOWLEDGE.length)))
    : uri.startsWith(RIVERS)
      ? await riverText(service, decoded(uri.slice(RIVERS.length)))
      : undefined;
  if (text === undefined) throw new ResourceNotFoundError(uri.slice(0, 200).toWellFormed());
  return { contents: [{ uri, mimeType: isTopic ? 'text/markdown' : 'application/json', text }] };
}
