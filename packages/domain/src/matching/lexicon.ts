/** The words that names are read with. Changing a list changes matches: raise the ruleset's version with it. */

const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)
const wordSet = (text: string): ReadonlySet<string> => new Set(words(text))

/** Dropped wherever another word remains. */
export const honorifics = wordSet(`
  SR SRA SRTA SRES MR MRS MS DR DRA PROF HERR FRAU MME MLLE SIG SIGRA DNA
`)

/** Honorifics that are given names or initials too: dropped only before two other words. */
export const leadingHonorifics = wordSet("D DON DONA MISS")

/** Carry no weight between the words of a name. */
export const particles = wordSet(`
  DE DEL LA LAS LOS LO EL DA DAS DO DOS DI DELLA DELLO DEGLI VAN VON VOM ZU ZUM ZUR DER DEN DEM TER TEN LE DU DES AF AV
  AL BIN IBN AND UND ET
`)

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
    "ROBERT ROBT"
  ].flatMap((line) => {
    const [full = "", ...short] = words(line)
    return short.map((abbreviation) => [abbreviation, full] as const)
  })
)

/** Abbreviated legal forms (after ISO 20275), written without points or spaces. */
export const legalForms = wordSet(`
  SA SAU SAD SAL SL SLU SLL SLP SLNE SLNEU SC SCP SCL SCCL SCOOP SCOOPL CB AIE UTE SRL SRLS SRLCV SADECV SAPIDECV SAC SAA
  EIRL LTDA LDA LTD LIMITED LLC LLP LP INC CORP CO CIA CIE PLC PTY PTE SDN BHD GMBH MBH UG AG KG KGAA OHG GBR EV EG EK SE
  SARL SAS SASU EURL SNC SCI SELARL SCS SPA SAPA SCARL SCRL BV NV VOF CV CVA CVBA BVBA SPRL ASBL VZW AB AS ASA APS IVS OY
  OYJ HB KFT ZRT NYRT BT SPZOO SPJ SPK SRO SPOLSRO DOO DD AD OOD EOOD SIA UAB OU EPE EE IKE SICAV FP JSC OJSC OOO PJSC
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
  "SOCIEDAD CIVIL",
  "COMUNIDAD DE BIENES",
  "SOCIETE ANONYME",
  "SOCIETA PER AZIONI",
  "AKTIENGESELLSCHAFT"
])
