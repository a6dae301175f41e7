/** The words that names are read with. Changing a list changes matches: raise the ruleset's version with it. */

const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)
const wordSet = (text: string): ReadonlySet<string> => new Set(words(text))

/** Dropped wherever another word remains. */
export const honorifics = wordSet(`
  SR SRA SRTA SRES MR MRS MS DR DRA PROF HERR HERRN FRAU MME MLLE SIG SIGRA DNA السيد السيده
  SHRI SMT DHR MEVR DRS MGR ENG SAYIN
`)

/** Honorifics that are given names or initials too: dropped only before two other words. */
export const leadingHonorifics = wordSet("D DON DONA MISS HR MW")

/** After a name the elder one, before it a gentleman. */
export const elder = "SR"

/** Carry no weight between the words of a name. */
export const particles = wordSet(`
  DE DEL LA LAS LOS LO EL DA DAS DO DOS DI DELLA DELLO DEGLI VAN VON VOM ZU ZUM ZUR DER DEN DEM TER TEN LE DU DES AF AV
  AL BIN IBN AND UND ET بن ابن بنت
`)

/** Particles that are surnames too, in Vietnam, China, Korea: names where they stand at a name's edge. */
export const edgeNames = wordSet("LE DO DU VAN LA LO DI")

/** Surnames of Vietnam: with one of them first, one's own name is the last word, and what stands between is shared by many. */
export const vietnameseSurnames = wordSet("NGUYEN TRAN LE PHAM HUYNH HOANG PHAN VU VO DANG BUI DO HO NGO DUONG LY")

/** Particles that are initials too: dropped only between two other words. */
export const inlineParticles = wordSet("Y E I")

/** Usual abbreviations of names, mostly Spanish as banks print them. */
export const abbreviations: ReadonlyMap<string, string> = new Map(
  [
    "MARIA MA MRIA",
    "FRANCISCO FCO FRCO",
    "FRANCISCA FCA",
    "ANTONIO ANTO ATNO",
    "MANUEL MNEL",
    "MIGUEL MGEL",
    "FERNANDEZ FDEZ FDZ FERNZ FRDEZ FNDEZ",
    "GONZALEZ GLEZ GLZ GZLEZ GNZLEZ GONZ",
    "RODRIGUEZ RGUEZ RDGUEZ RODGUEZ RGZ RDEZ RODZ",
    "MARTINEZ MTNEZ MTEZ MTZ MRTNEZ MNEZ",
    "HERNANDEZ HDEZ HDZ HERNDEZ HNDEZ",
    "SANCHEZ SCHEZ SNCHEZ SCHZ SHEZ",
    "LOPEZ LPEZ LPZ",
    "PEREZ PRZ",
    "GOMEZ GMEZ GMZ",
    "DOMINGUEZ DGUEZ DMGUEZ DMNGUEZ DOMGUEZ",
    "JIMENEZ JMNEZ JMEZ JMZ",
    "VAZQUEZ VZQUEZ VQUEZ VAZQ",
    "GUTIERREZ GTREZ GTRREZ GUTREZ",
    "ALVAREZ ALVRZ ALVZ",
    "RAMIREZ RMREZ RAMREZ",
    "SUAREZ SUARZ",
    "GARCIA GCIA GRCIA",
    "SANTA STA",
    "SANTO STO",
    "WILLIAM WM",
    "CHARLES CHAS",
    "THOMAS THOS",
    "ROBERT ROBT",
    "JUNIOR JR JNR"
  ].flatMap((line) => {
    const [full = "", ...short] = words(line)
    return short.map((abbreviation) => [abbreviation, full] as const)
  })
)

/** With MARIA after one of these it is a man's name, JOSE MARIA; with MARIA before the last three a woman's, MARIA JOSE. */
export const beforeMaria = wordSet(
  "JUAN LUIS CARLOS ANTONIO PEDRO FRANCISCO MIGUEL FERNANDO RAFAEL MANUEL JOSE JESUS ANGEL"
)
export const afterMaria = wordSet("JOSE JESUS ANGEL")

/** Words of banks about a payment: a text that has one isn't all name. */
export const paymentWords = wordSet(`
  TRANSF TRANSFER TRANSFERENCIA TRANSFERENCIAS TRF TRANSFERT UBERWEISUNG GUTSCHRIFT VIREMENT BONIFICO PRZELEW PIX TED DOC
  SUC SUCURSAL OFICINA BRANCH FILIALE AGENCIA BANCO BANK BANCA PAGO PAGOS PAYMENT PAYMENTS ABONO INGRESO CONCEPTO
`)

/** Words that are names of people too: by themselves they name nobody. */
export const plainWords = wordSet(`
  LUNES MARTES MIERCOLES JUEVES VIERNES SABADO DOMINGO SEGUNDA QUARTA QUINTA SEXTA SUNDAY MONDAY TUESDAY WEDNESDAY THURSDAY
  FRIDAY SATURDAY ENERO FEBRERO MARZO ABRIL MAYO JUNIO JULIO AGOSTO SEPTIEMBRE OCTUBRE NOVIEMBRE DICIEMBRE JANUARY FEBRUARY
  MARCH APRIL AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER PEDIDO COMPRA FACTURA ORDER INVOICE RECIBO CLIENTE SALARIO NOMINA
`)

/** They pass on what others pay: their name says nothing of the payer. */
export const intermediaries: ReadonlyArray<string> = [
  "MERCADO PAGO",
  "MERCADOPAGO",
  "PAYPAL EUROPE",
  "PAYPAL",
  "STRIPE PAYMENTS",
  "STRIPE",
  "WISE PAYMENTS",
  "REVOLUT BANK",
  "WESTERN UNION",
  "BIZUM",
  "BANCO SANTANDER",
  "BANCO SABADELL",
  "BANCO DO BRASIL",
  "BANCO BRADESCO",
  "CAIXABANK",
  "KLARNA BANK",
  "ADYEN",
  "PAGSEGURO",
  "MONEYGRAM"
]

/** Given names of five letters and more that are one letter away from another: a slip doesn't turn one into the other. */
export const closeNames = wordSet(`
  MARIA MARIANA MARIANO MARCIA MARTA MARIO MARIE MARCO MARCOS MARCA DARIO DARIA MARINA MARTINA MARTIN MARINO JULIA JULIO JULIE JULIAN JULIEN LAURA
  LAURO PAULA PAULO PABLO PAOLA PAOLO CARLA CARLO CARLOS CLARA CLARE KARLA SONIA TONIA SOFIA ELISA ELISE ELIANA ELIANE LOUISA LUISA LUCIA
  LUCIO LUCIE DELIA CELIA OFELIA ROSARIA ROSARIO ELENA MILENA SELENA DANIEL DANIELA DANILO ANDRE ANDREA ANDREAS ANDRES
  EMILIA EMILIO EMILY ANTON ANTONIA ANTONIO ANGEL ANGELA ANGELO JOANA JOHANA JOHAN JOHANN HANNA HANNES JONAS JANAS KARIN
  KARINA MARION MARIAN MIRIAM MIRIAN SIMON SIMONA SIMONE JASON MASON AIDEN JADEN HAYDEN JAYDEN ELLEN HELEN ELLIE ALICE
  ALICIA FELIX FELIPA FELIPE IRENE IRINA BRUNO BRUNA ADRIAN ADRIANA FABIAN FABIANA TANIA TANJA SANDRA SANDRO ALEXANDRA
  ALEXANDRE ALEJANDRA ALEJANDRO GABRIEL GABRIELA GABRIELE MANUEL MANUELA MIGUEL MIGUELA RAFAEL RAFAELA FRANCISCA FRANCISCO
  VIOLETA NICOLA NICOLAS NICOLE CHRISTIAN CHRISTINA CHRISTINE KRISTINA CRISTINA CRISTIAN
`)

/** Abbreviated legal forms (after ISO 20275), written without points or spaces. */
export const legalForms = wordSet(`
  SA SAU SAD SAL SL SLU SLL SLP SLNE SLNEU SC SCP SCL SCCL SCOOP SCOOPL CB AIE UTE SRL SRLS SRLCV SADECV SAPIDECV SAC SAA
  EIRL LTDA LDA LTD LIMITED LLC LLP LP INC CORP CO CIA CIE PLC PTY PTE SDN BHD GMBH MBH UG AG KG KGAA OHG GBR EV EG EK SE
  SARL SAS SASU EURL SNC SCI SELARL SCS SPA SAPA SCARL SCRL BV NV VOF CV CVA CVBA BVBA SPRL ASBL VZW AB AS ASA APS IVS OY
  OYJ HB KFT ZRT NYRT BT SPZOO SPJ SPK SRO SPOLSRO DOO DD AD OOD EOOD SIA UAB OU EPE EE IKE SICAV FP JSC OJSC OOO PJSC FZE FZC FZCO FZLLC LIMITADA
  TNHH ME EIRELI PVT PVTLTD PRIVATE COLTD LTDSTI STI ZOO SPZ
`)

/** Legal forms in full words. */
export const legalPhrases: ReadonlySet<string> = new Set([
  "SOCIEDAD LIMITADA",
  "SOCIEDAD LIMITADA UNIPERSONAL",
  "SOCIEDAD LIMITADA LABORAL",
  "SOCIEDAD LIMITADA PROFESIONAL",
  "SOCIEDAD ANONIMA",
  "SOCIEDAD ANONIMA UNIPERSONAL",
  "SOCIEDAD COOPERATIVA",
  "S COOP",
  "SOCIEDAD CIVIL",
  "COMUNIDAD DE BIENES",
  "SOCIETE ANONYME",
  "SOCIETA PER AZIONI",
  "AKTIENGESELLSCHAFT",
  "PRIVATE LIMITED",
  "PVT LTD",
  "COMPANY LIMITED",
  "LIMITED SIRKETI",
  "LTD STI",
  "SP Z O O",
  "SPOLKA Z O O"
])

/** Other ways to write a legal form, and its variants for one owner: not another company. */
export const sameForms: ReadonlyMap<string, string> = new Map(
  [
    "SL SLU SLL SLP SLNE SLNEU SOCIEDAD_LIMITADA SOCIEDAD_LIMITADA_UNIPERSONAL SOCIEDAD_LIMITADA_LABORAL SOCIEDAD_LIMITADA_PROFESIONAL",
    "SA SAU SAD SAL SOCIEDAD_ANONIMA SOCIEDAD_ANONIMA_UNIPERSONAL SOCIETE_ANONYME",
    "LTD LIMITED LTDA LDA LIMITADA PVT PVTLTD PRIVATE COLTD LTDSTI STI PVT_LTD PRIVATE_LIMITED COMPANY_LIMITED LIMITED_SIRKETI LTD_STI CO",
    "SPZOO SPZ ZOO SP_Z_O_O SPOLKA_Z_O_O",
    "AG AKTIENGESELLSCHAFT",
    "SPA SAPA SOCIETA_PER_AZIONI",
    "SCOOP SCOOPL S_COOP SOCIEDAD_COOPERATIVA",
    "SC SOCIEDAD_CIVIL",
    "CB COMUNIDAD_DE_BIENES",
    "INC CORP"
  ].flatMap((line) => {
    const [base = "", ...others] = words(line)
    return others.map((other) => [other.replaceAll("_", " "), base] as const)
  })
)
