import type { Content } from './content.ts';

export const content: Content = {
  main: {
    title: 'Un número de teléfono para su empresa, hoy mismo',
    parts: [
      {
        text: [
          '{product} es telefonía en la nube para empresas. Elija un número, añada a su equipo y atienda sus llamadas esté donde esté.',
        ],
      },
      {
        heading: 'Pruébelo 30 días',
        text: [
          'La prueba es 100 % gratuita. No se le cobrará nada hasta que termine y puede cancelarla cuando quiera desde su panel.',
        ],
      },
      {
        heading: 'Dos planes',
        list: [
          'Pay as you go: pensado para llamadas entrantes, con una tarifa por minuto para las salientes.',
          '2K Bundle: incluye un número y 2000 minutos por usuario al mes.',
        ],
      },
      {
        heading: 'Sepa cómo van sus llamadas',
        text: [
          'Con el complemento CX obtendrá resúmenes de llamadas, valoración de la experiencia del cliente, transcripciones completas y grabaciones que se conservan 5 años.',
        ],
      },
    ],
  },
  contact: {
    title: 'Contacto',
    parts: [
      { text: ['Escríbanos a {support}. Indique la dirección de correo de su cuenta y cuéntenos qué ha ocurrido.'] },
      {
        heading: 'Lo que nunca pedimos',
        text: ['Su contraseña, un código recibido por correo o el número de su tarjeta. No se los envíe a nadie.'],
      },
    ],
  },
  termsAndConditions: {
    title: 'Términos y condiciones',
    parts: [
      {
        text: ['Este es un texto de muestra. El operador de {product} lo sustituirá por las condiciones aplicables.'],
      },
      {
        heading: 'La prueba',
        text: [
          'La prueba es gratuita durante 30 días. Puede cancelar en cualquier momento antes de que termine y entonces no se le cobrará nada.',
          'El primer cobro se hace el día en que termina la prueba y se prorratea desde ese día.',
        ],
      },
      {
        heading: 'Precios y pago',
        text: [
          'Se paga una cuota mensual por usuario y, en el plan Pay as you go, una cuota mensual y una cuota de alta única por el número.',
          'Los impuestos y tasas se añaden según su ubicación. Usted nos autoriza a cargar pagos futuros en su tarjeta.',
        ],
      },
      {
        heading: 'Complementos',
        text: [
          'Los complementos son gratuitos durante la prueba. Los que estén asignados cuando termine se cobrarán desde la primera factura.',
        ],
      },
      { heading: 'Preguntas', text: ['Escriba a {support}.'] },
    ],
  },
  privacyPolicy: {
    title: 'Política de privacidad',
    parts: [
      { text: ['Este es un texto de muestra. El operador de {product} lo sustituirá por la política aplicable.'] },
      {
        heading: 'Qué guardamos',
        list: [
          'Su nombre, su dirección de correo y, si los facilita, los datos de su empresa.',
          'Su plan, su número, su equipo y sus facturas.',
          'De su tarjeta: la marca, los cuatro últimos dígitos y la fecha de caducidad. El número de la tarjeta y el código de seguridad no se guardan.',
        ],
      },
      {
        heading: 'Cookies',
        text: [
          'Las cookies esenciales mantienen su sesión abierta y recuerdan este dispositivo. Las de análisis y marketing solo se usan si usted acepta, y puede cambiar de opinión cuando quiera en «Configuración de cookies».',
        ],
      },
      {
        heading: 'Sus derechos',
        text: ['Puede preguntar qué datos suyos guardamos y pedir que se corrijan o se eliminen. Escriba a {support}.'],
      },
    ],
  },
};
