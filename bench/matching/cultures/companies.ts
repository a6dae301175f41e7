/** What companies do or sell, and their legal forms, by culture. */
import type { Culture } from "./index.ts"
import { phrases, words } from "./words.ts"

/** What companies do or sell, by language; Arabic ones trade under Latin names abroad too. */
export const trades: Readonly<Record<Culture, ReadonlyArray<string>>> = {
  spanish: words(
    "Talleres Panadería Construcciones Transportes Muebles Clínica Academia Electricidad Bodegas Hostal Óptica"
  ),
  english: words("Plumbing Bakery Garage Consulting Logistics Studios Interiors Dental Electrical Farms Joinery"),
  german: words("Autohaus Bäckerei Tischlerei Elektro Apotheke Gartenbau Spedition Metallbau Buchhandlung Sanitär"),
  portuguese: words("Padaria Oficina Transportes Móveis Clínica Farmácia Construções Papelaria Restaurante Adega"),
  arabic: phrases("شركة, مؤسسة, مخبز, مطعم, صيدلية, معرض, مكتبة, ورشة"),
  american: words("Plumbing Roofing Landscaping Consulting Logistics Realty Interiors Dental Electric Farms Trucking"),
  brazilian: words("Padaria Oficina Transportes Móveis Clínica Farmácia Construções Papelaria Restaurante Comércio"),
  vietnamese: phrases("Cong Ty, Thuong Mai, Xay Dung, Dich Vu, Van Tai, Co Khi"),
  polish: words("Piekarnia Apteka Transport Hurtownia Serwis Kancelaria Zakład Ogrodnictwo Meble Auto"),
  pinyin: words("Trading Technology Logistics Electronics Textile Industrial Import Machinery"),
  arabicLatin: words("Trading Contracting Bakery Pharmacy Transport Import Rentals Electronics"),
  indian: words("Traders Enterprises Industries Textiles Motors Sweets Agencies Exports Jewellers"),
  dutch: words("Bakkerij Garage Advies Transport Bouwbedrijf Schilderwerken Hoveniers Installaties Kapsalon"),
  hungarian: words("Pékség Szerviz Építő Szállítás Ügyvédi Gyógyszertár Kereskedelmi Bútor"),
  turkish: words("Ticaret İnşaat Otomotiv Tekstil Nakliyat Mobilya Gıda Eczanesi"),
  korean: words("Trading Electronics Logistics Food Industry Design Precision Energy"),
  indonesian: words("Toko Warung Bengkel Apotek Sumber Karya Cahaya Mitra"),
  icelandic: words("Bakarí Verslun Verktakar Útgerð Bílar Apótek"),
  slavicLatin: words("Torg Servis Stroy Trans Prom Tekhno Agro"),
  ethiopian: words("Trading Import Coffee Construction Hotel Transport")
}

/** Legal forms as an order has them, and as banks print the same ones. */
export const legalForms: Readonly<Record<Culture, ReadonlyArray<ReadonlyArray<string>>>> = {
  spanish: [
    phrases("SL, S.L., S L, SOCIEDAD LIMITADA, S.L.U., SLU"),
    phrases("SA, S.A., S A, SOCIEDAD ANONIMA"),
    ["S. Coop.", "SCOOP", "S COOP"]
  ],
  english: [
    phrases("Ltd, LTD., LIMITED, LTD"),
    phrases("Inc, INC., INC"),
    phrases("LLC, L.L.C., LLC"),
    phrases("PLC, P.L.C., PLC")
  ],
  german: [
    phrases("GmbH, GMBH, G.M.B.H."),
    ["GmbH & Co. KG", "GMBH & CO KG", "GMBH UND CO. KG", "GMBH + CO.KG"],
    phrases("e.K., EK, E.K."),
    phrases("AG, A.G.")
  ],
  portuguese: [phrases("Lda, LDA., LDA, LIMITADA"), phrases("Ltda, LTDA, LTDA., LIMITADA"), phrases("S.A., SA, S/A")],
  arabic: [
    ["LLC", "L.L.C", "LLC"],
    ["FZE", "F.Z.E.", "FZE"]
  ],
  american: [phrases("LLC, L.L.C., LLC"), phrases("Inc, INC., INC"), phrases("Corp, CORP., CORP")],
  brazilian: [
    phrases("Ltda, LTDA, LTDA., LIMITADA"),
    phrases("S.A., SA, S/A"),
    phrases("ME, ME"),
    phrases("EIRELI, EIRELI")
  ],
  vietnamese: [
    ["TNHH", "TNHH"],
    ["Co Ltd", "CO LTD", "CO., LTD"],
    ["JSC", "JSC"]
  ],
  polish: [
    ["Sp. z o.o.", "SP. Z O.O.", "SPOLKA Z O.O.", "SP Z O O"],
    ["S.A.", "SA", "S.A."],
    ["Sp. j.", "SP. J.", "SPJ"]
  ],
  pinyin: [
    ["Co Ltd", "CO., LTD.", "CO LTD", "COMPANY LIMITED"],
    ["Ltd", "LIMITED", "LTD"]
  ],
  arabicLatin: [phrases("LLC, L.L.C, LLC"), phrases("FZE, F.Z.E., FZE"), phrases("SARL, S.A.R.L., SARL")],
  indian: [
    ["Pvt Ltd", "PVT LTD", "PRIVATE LIMITED", "PVT. LTD."],
    ["LLP", "LLP"]
  ],
  dutch: [phrases("BV, B.V., BV"), phrases("NV, N.V., NV"), phrases("VOF, V.O.F., VOF")],
  hungarian: [phrases("Kft, KFT., KFT"), phrases("Zrt, ZRT., ZRT"), phrases("Bt, BT., BT")],
  turkish: [
    ["Ltd. Şti.", "LTD STI", "LIMITED SIRKETI"],
    ["A.Ş.", "AS", "A.S."]
  ],
  korean: [
    ["Co Ltd", "CO LTD", "CO., LTD."],
    ["Inc", "INC", "INC."]
  ],
  indonesian: [
    ["PT", "PT", "PT."],
    ["CV", "CV", "CV."]
  ],
  icelandic: [
    ["ehf.", "EHF", "EHF."],
    ["hf.", "HF"]
  ],
  slavicLatin: [
    ["OOO", "OOO", "LLC"],
    ["TOV", "TOV", "LLC"]
  ],
  ethiopian: [["PLC", "P.L.C.", "PLC"]]
}
