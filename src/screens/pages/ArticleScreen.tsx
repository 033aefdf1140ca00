import type { Article, Part } from '../../content/content.ts';
import { Heading } from '../Heading.tsx';
import { usePage } from '../page.ts';
import './Article.css';

/** A page of text: contact, terms, privacy. */
export const ArticleScreen = ({ article }: { article: Article }) => (
  <article className="article">
    <ArticleTitle article={article} />
    <ArticleParts parts={article.parts} />
  </article>
);

export const ArticleTitle = ({ article }: { article: Article }) => (
  <Heading>
    <Line text={article.title} />
  </Heading>
);

export const ArticleParts = ({ parts }: { parts: readonly Part[] }) =>
  parts.map((part) => <PartOfArticle key={part.heading ?? part.text?.[0] ?? part.list?.[0]} {...part} />);

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

/** A text with its placeholders replaced: the product's name, and the support address as a link. */
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
