/** Settings of a server in production. */
export const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://entry.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
};

/** Settings of one whose bank is Stripe, in addition. */
export const withStripe = {
  BANK: 'stripe',
  BANK_URL: 'https://bank.example',
  STRIPE_SECRET_KEY: 'sk_test_a',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
  STRIPE_WEBHOOK_SECRET: 'whsec_a',
};
