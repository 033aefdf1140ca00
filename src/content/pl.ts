import type { Content } from './content.ts';

export const content: Content = {
  main: {
    title: 'Numer telefonu dla Twojej firmy – gotowy jeszcze dziś',
    parts: [
      {
        text: [
          '{product} to telefonia firmowa w chmurze. Wybierz numer, dodaj zespół i odbieraj połączenia wszędzie, gdzie pracujesz.',
        ],
      },
      {
        heading: '30-dniowy okres próbny',
        text: [
          'Jest w 100% bezpłatny. Do jego końca nie pobieramy żadnych opłat, a zrezygnować możesz w panelu w każdej chwili.',
        ],
      },
      {
        heading: 'Dwa plany',
        list: [
          'Pay as you go: dobry do połączeń przychodzących; wychodzące są płatne za minutę.',
          '2K Bundle: zawiera numer i 2000 minut na użytkownika miesięcznie.',
        ],
      },
      {
        heading: 'Sprawdzaj, jak przebiegają rozmowy',
        text: [
          'Z dodatkiem CX otrzymujesz podsumowania rozmów, ocenę doświadczeń klientów, pełne transkrypcje i nagrania przechowywane przez 5 lat.',
        ],
      },
    ],
  },
  contact: {
    title: 'Kontakt',
    parts: [
      { text: ['Napisz na adres {support}. Podaj adres e-mail konta i opisz, co się stało.'] },
      {
        heading: 'O co nigdy nie pytamy',
        text: ['O hasło, kod z wiadomości e-mail ani numer karty. Nie podawaj ich nikomu.'],
      },
    ],
  },
  termsAndConditions: {
    title: 'Regulamin',
    parts: [
      { text: ['To jest tekst przykładowy. Operator serwisu {product} zastępuje go obowiązującym regulaminem.'] },
      {
        heading: 'Okres próbny',
        text: [
          'Okres próbny jest bezpłatny przez 30 dni. Przed jego końcem możesz w każdej chwili zrezygnować; wtedy nie pobieramy żadnych opłat.',
          'Pierwsza opłata przypada w dniu zakończenia okresu próbnego i jest naliczana proporcjonalnie od tego dnia.',
        ],
      },
      {
        heading: 'Ceny i płatność',
        text: [
          'Płacisz miesięczny abonament za każdego użytkownika, a w planie Pay as you go także abonament i jednorazową opłatę aktywacyjną za numer.',
          'Podatki i opłaty są doliczane zależnie od lokalizacji. Upoważniasz nas do obciążania karty przyszłymi płatnościami.',
        ],
      },
      {
        heading: 'Dodatki',
        text: [
          'Dodatki są bezpłatne w okresie próbnym. Za dodatki przypisane w chwili jego zakończenia naliczamy opłaty od pierwszej faktury.',
        ],
      },
      { heading: 'Pytania', text: ['Napisz na adres {support}.'] },
    ],
  },
  privacyPolicy: {
    title: 'Polityka prywatności',
    parts: [
      { text: ['To jest tekst przykładowy. Operator serwisu {product} zastępuje go obowiązującą polityką.'] },
      {
        heading: 'Co przechowujemy',
        list: [
          'Imię i nazwisko, adres e-mail oraz dane firmy, jeśli zostały podane.',
          'Plan, numer, zespół i faktury.',
          'Z danych karty: markę, cztery ostatnie cyfry i datę ważności. Numeru karty i kodu CVV/CVC nie przechowujemy.',
        ],
      },
      {
        heading: 'Pliki cookie',
        text: [
          'Dzięki niezbędnym plikom cookie sesja pozostaje aktywna, a my rozpoznajemy to urządzenie. Analityki i marketingu używamy tylko za Twoją zgodą, którą możesz w każdej chwili zmienić w sekcji „Ustawienia plików cookie”.',
        ],
      },
      {
        heading: 'Twoje prawa',
        text: [
          'Możesz uzyskać dostęp do swoich danych, sprostować je lub zażądać ich usunięcia. Napisz na adres {support}.',
        ],
      },
    ],
  },
};
