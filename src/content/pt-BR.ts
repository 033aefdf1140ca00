import type { Content } from './content.ts';

export const content: Content = {
  main: {
    title: 'Um número de telefone para a sua empresa, hoje mesmo',
    parts: [
      {
        text: [
          'A {product} é telefonia empresarial na nuvem. Escolha um número, adicione sua equipe e atenda chamadas onde quer que você trabalhe.',
        ],
      },
      {
        heading: 'Teste por 30 dias',
        text: [
          'O período de teste é 100% gratuito. Nada é cobrado até o fim e você pode cancelar a qualquer momento no painel.',
        ],
      },
      {
        heading: 'Dois planos',
        list: [
          'Pay as you go: indicado para chamadas recebidas, com tarifa por minuto para as realizadas.',
          '2K Bundle: inclui um número e 2.000 minutos por usuário por mês.',
        ],
      },
      {
        heading: 'Saiba como vão suas chamadas',
        text: [
          'Com o adicional CX você recebe resumos, pontuação da experiência do cliente, transcrições completas e gravações guardadas por 5 anos.',
        ],
      },
    ],
  },
  contact: {
    title: 'Fale conosco',
    parts: [
      { text: ['Escreva para {support}. Informe o e-mail da sua conta e o que aconteceu.'] },
      {
        heading: 'O que nunca pedimos',
        text: ['Sua senha, um código recebido por e-mail ou o número do seu cartão. Não envie esses dados a ninguém.'],
      },
    ],
  },
  termsAndConditions: {
    title: 'Termos e condições',
    parts: [
      { text: ['Este é um texto de exemplo. O operador do serviço {product} o substitui pelas condições aplicáveis.'] },
      {
        heading: 'O período de teste',
        text: [
          'O período de teste é gratuito por 30 dias. Você pode cancelar a qualquer momento antes do fim; nesse caso nada é cobrado.',
          'A primeira cobrança é feita no dia em que o período de teste termina e é proporcional a partir desse dia.',
        ],
      },
      {
        heading: 'Preços e pagamento',
        text: [
          'Você paga uma mensalidade por usuário e, no plano Pay as you go, a mensalidade do número e um valor único de ativação.',
          'Impostos e taxas são cobrados à parte, conforme a sua localização. Você nos autoriza a cobrar pagamentos futuros no seu cartão.',
        ],
      },
      {
        heading: 'Adicionais',
        text: [
          'Os adicionais são gratuitos durante o teste. Os que estiverem atribuídos no fim são cobrados a partir da primeira fatura.',
        ],
      },
      { heading: 'Perguntas', text: ['Escreva para {support}.'] },
    ],
  },
  privacyPolicy: {
    title: 'Política de privacidade',
    parts: [
      { text: ['Este é um texto de exemplo. O operador do serviço {product} o substitui pela política aplicável.'] },
      {
        heading: 'O que guardamos',
        list: [
          'Seu nome, seu e-mail e, se você informar, os dados da sua empresa.',
          'Seu plano, número, equipe e faturas.',
          'Do seu cartão: a bandeira, os últimos quatro dígitos e a validade. O número do cartão e o código de segurança não são guardados.',
        ],
      },
      {
        heading: 'Cookies',
        text: [
          'Os cookies essenciais mantêm sua sessão e lembram este dispositivo. Análise e marketing só são usados se você concordar, e você pode mudar de ideia a qualquer momento em “Configurações de cookies”.',
        ],
      },
      {
        heading: 'Seus direitos',
        text: ['Você pode perguntar o que sabemos sobre você, pedir a correção ou a exclusão. Escreva para {support}.'],
      },
    ],
  },
};
