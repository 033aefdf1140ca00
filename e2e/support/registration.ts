import { apiRequest } from './api.ts';
import type { ProductServer } from './server.ts';
import { PASSWORD } from './signUp.ts';

const order = { package_type: 'P', nb_users: 1, nb_cx_bundles: 0 };

/** Creates a registration over the API with a verified address, for tests of plan and number. Returns its token. */
export async function registrationAtNumber(product: ProductServer, email: string): Promise<string> {
  const request = apiRequest(product);
  const person = { first_name: 'Anna', last_name: 'Berg', email, password: PASSWORD };
  const { token } = await request('/registrations', 'POST', { ...person, ...order, consent_version: '1' });
  const code = await product.nextCode(email);
  await request(`/registrations/${token}`, 'PATCH', { step: '2', verification_code: code });
  return token;
}

/** The same up to the card, for tests of the last step. */
export async function registrationAtBilling(product: ProductServer, email: string): Promise<string> {
  const request = apiRequest(product);
  const token = await registrationAtNumber(product, email);
  const mobile = [
    { field: 'country_code', value: 'DE' },
    { field: 'ddi_type', value: 'M' },
  ];
  const places = await request(
    `/ddipricelistcoverages?limit=5000&filter=${encodeURIComponent(JSON.stringify(mobile))}`,
  );
  const number_id = places.data[0].id;
  const list = await request(`/registrations/${token}/numbers/${number_id}`);
  const number = list.data.numbers[0].e164;
  await request(`/registrations/${token}`, 'PATCH', { step: '3', ...order, number, number_id });
  return token;
}
