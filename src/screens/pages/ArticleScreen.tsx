import type { ReactNode } from 'react';
import type { Article, Part } from '../../content/content.ts';
import { Heading } from '../Heading.tsx';
import { usePage } from '../page.ts';
import './Article.css';

export type ArticleScreenProps = {
  article: Article;
  /** Stands below the title, above the parts. */
  children?: ReactNode;
};

/** A page to read: contact, terms, privacy. */
export const ArticleScreen = ({ article, children }: ArticleScreenProps) => (
  <article className="article">
    <Heading>
      <Line text={article.title} />
    </Heading>
    {children}
    {article.parts.map((part) => (
      <PartOfArticle key={part.heading ?? part.text?.[0] ?? part.list?.[0]} {...part} />
    ))}
  </article>
);

const PartOfArticle = ({ heading, text = [], list = [] }: Part) => (
  <section className="article-part">
    {heading && (
      <h2>
        <Line text={heading} />
      </h2>
    )}
    {text.map((paragraph) => (
      <p key={paragraph}>
        <Line text={paragraph} />
      </p>
    ))}
    {list.length > 0 && (
      <ul>
        {list.map((item) => (
          <li key={item}>
            <Line text={item} />
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** A text with its placeholders filled: the product's name, and the address of the support as a link. */
function Line({ text }: { text: string }) {
  const { name, supportEmail } = usePage().settings.brand;
  const [before = '', ...others] = text.replaceAll('{product}', name).split('{support}');
  return (
    <>
      {before}
      {others.map((after) => (
        <span key={after}>
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          {after}
        </span>
      ))}
    </>
  );
}
