import type { Content } from './content.ts';

export const content: Content = {
  main: {
    title: 'Um número de telefone para a sua empresa, hoje mesmo',
    parts: [
      {
        text: [
          '{product} é telefonia empresarial na nuvem. Escolha um número, adicione a sua equipa e atenda chamadas onde quer que trabalhe.',
        ],
      },
      {
        heading: 'Experimente durante 30 dias',
        text: [
          'O período experimental é 100% gratuito. Nada é cobrado até terminar e pode cancelar em qualquer altura no painel.',
        ],
      },
      {
        heading: 'Dois planos',
        list: [
          'Pay as you go: adequado a chamadas recebidas, com um preço por minuto para as efetuadas.',
          '2K Bundle: inclui um número e 2000 minutos por utilizador e por mês.',
        ],
      },
      {
        heading: 'Saiba como correm as suas chamadas',
        text: [
          'Com o suplemento CX recebe resumos, pontuação da experiência do cliente, transcrições completas e gravações guardadas durante 5 anos.',
        ],
      },
    ],
  },
  contact: {
    title: 'Contacte-nos',
    parts: [
      { text: ['Escreva para {support}. Indique o endereço de email da sua conta e o que aconteceu.'] },
      {
        heading: 'O que nunca pedimos',
        text: ['A sua palavra-passe, um código recebido por email ou o número do seu cartão. Não os envie a ninguém.'],
      },
    ],
  },
  termsAndConditions: {
    title: 'Termos e condições',
    parts: [
      { text: ['Este é um texto de exemplo. O operador do serviço {product} substitui-o pelas condições aplicáveis.'] },
      {
        heading: 'O período experimental',
        text: [
          'O período experimental é gratuito durante 30 dias. Pode cancelar em qualquer altura antes do fim; nesse caso nada é cobrado.',
          'A primeira cobrança é feita no dia em que o período experimental termina e é proporcional a partir desse dia.',
        ],
      },
      {
        heading: 'Preços e pagamento',
        text: [
          'Paga uma mensalidade por utilizador e, no plano Pay as you go, a mensalidade do número e um valor único de ativação.',
          'Acrescem impostos e taxas, consoante a sua localização. Autoriza-nos a cobrar pagamentos futuros no seu cartão.',
        ],
      },
      {
        heading: 'Suplementos',
        text: [
          'Os suplementos são gratuitos durante o período experimental. Os que estiverem atribuídos no fim são faturados a partir da primeira fatura.',
        ],
      },
      { heading: 'Perguntas', text: ['Escreva para {support}.'] },
    ],
  },
  privacyPolicy: {
    title: 'Política de privacidade',
    parts: [
      { text: ['Este é um texto de exemplo. O operador do serviço {product} substitui-o pela política aplicável.'] },
      {
        heading: 'O que guardamos',
        list: [
          'O seu nome, o seu email e, se os indicar, os dados da sua empresa.',
          'O seu plano, número, equipa e faturas.',
          'Do seu cartão: a marca, os últimos quatro dígitos e a data de validade. O número do cartão e o código de segurança não são guardados.',
        ],
      },
      {
        heading: 'Cookies',
        text: [
          'Os cookies essenciais mantêm a sua sessão e recordam este dispositivo. Análise e marketing só são usados se concordar, e pode mudar de ideias em qualquer altura em «Definições de cookies».',
        ],
      },
      {
        heading: 'Os seus direitos',
        text: ['Pode perguntar o que sabemos sobre si, pedir a correção ou a eliminação. Escreva para {support}.'],
      },
    ],
  },
};
