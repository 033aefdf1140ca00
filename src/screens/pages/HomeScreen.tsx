import { useLingui } from '@lingui/react';
import type { Article } from '../../content/content.ts';
import '#ui/Button.css';
import { Picture } from '#ui/Picture.tsx';
import { RouteLink } from '../RouteLink.tsx';
import { ArticleParts, ArticleTitle } from './ArticleScreen.tsx';
import './Home.css';

/** The home page: the product, sign-up and login, and common questions. */
export function HomeScreen({ article }: { article: Article }) {
  const { i18n } = useLingui();
  return (
    <article className="home">
      <div className="home-first">
        <div className="home-words">
          <ArticleTitle article={article} />
          <ArticleParts parts={article.parts.slice(0, 1)} />
          <div className="home-actions">
            <RouteLink to="registration" className="button button-primary">
              {i18n.t('Start free trial')}
            </RouteLink>
            <RouteLink to="login" className="button button-secondary">
              {i18n.t('Log in')}
            </RouteLink>
          </div>
        </div>
        <Picture />
      </div>
      <div className="home-parts">
        <ArticleParts parts={article.parts.slice(1)} />
      </div>
    </article>
  );
}
