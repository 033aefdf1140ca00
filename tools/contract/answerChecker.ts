import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as v from 'valibot';
import type { Call } from '#contract/call.ts';
import { type CallName, calls } from '#contract/calls.ts';
import type { OpenApiDocument } from '#server/openapi/document.ts';

/** What is wrong with an answer to a call: its status, or parts of its body; empty if it fits the document. */
export type AnswerChecker = (call: CallName, status: number, body: unknown) => string[];

/** Checks answers against a document. */
export function answerChecker(document: OpenApiDocument): AnswerChecker {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'contract');
  const validators = new Map<string, ValidateFunction>();

  return (call, status, body) => {
    const { method, path, answers }: Call = calls[call];
    const template = path.replace(/:(\w+)/g, '{$1}');
    const responses = document.paths[template]?.[method]?.responses ?? {};
    const range = status < 300 ? '2XX' : 'default';
    const key = status in responses ? String(status) : range;
    if (!(key in responses)) return [`status ${status}`];
    // Where only the status counts, a page reads no body like any other.
    const read = answers[key === '2XX' ? 200 : status];
    if (body === null && read && v.is(read, body)) return [];
    const pointer = ['paths', template, method, 'responses', key, 'content', 'application/json', 'schema'];
    const ref = `contract#/${pointer.map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/')}`;
    const validate = validators.get(ref) ?? ajv.compile({ $ref: ref });
    validators.set(ref, validate);
    return validate(body) ? [] : [...new Set((validate.errors ?? []).map(sentence))];
  };
}

const sentence = ({ instancePath, keyword, params, message }: ErrorObject): string => {
  const at = keyword === 'required' ? `${instancePath}/${params['missingProperty']}` : instancePath || '/';
  return keyword === 'required' ? `${at} is missing` : `${at} ${message}`;
};
