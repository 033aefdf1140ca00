import { createHash } from 'node:crypto';

/** The ETag of a response; weak, because its encodings share it. */
export const etagOf = (body: string | Buffer): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Whether If-None-Match names an ETag (RFC 9110, 13.1.2): a list, compared without the mark of weak ones, or `*`. */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
