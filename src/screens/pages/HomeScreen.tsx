import { useLingui } from '@lingui/react';
import type { Article } from '../../content/content.ts';
import '#ui/Button.css';
import { FamilyLink } from '../FamilyLink.tsx';
import { ArticleScreen } from './ArticleScreen.tsx';

/** The home page: what the product is, and the two ways in. */
export function HomeScreen({ article }: { article: Article }) {
  const { i18n } = useLingui();
  return (
    <ArticleScreen article={article}>
      <div className="article-actions">
        <FamilyLink to="registration" className="button button-primary">
          {i18n.t('Start the free trial')}
        </FamilyLink>
        <FamilyLink to="login" className="button button-secondary">
          {i18n.t('Log in')}
        </FamilyLink>
      </div>
    </ArticleScreen>
  );
}
