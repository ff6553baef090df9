//! What the name of a column says: whether it names somebody, something, or is a code or a measurement.
//!
//! A name is never enough: `admission_type_id` with eight values names nobody. It decides together with how often the
//! values repeat (see `ids`).

/// The words of a name, in lower case, and what they say.
#[expect(
    clippy::struct_excessive_bools,
    reason = "a name may say any of these together"
)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Name {
    /// An id, a number or a key: of what, the other words say.
    pub(super) id: bool,
    /// A number that may be an id, or count.
    pub(super) number: bool,
    /// Of a person, or of what stands for one.
    pub(super) person: bool,
    /// Of something of which a person may have many: an order, a stay, an article.
    pub(super) thing: bool,
    /// An entry of a code list.
    pub(super) code: bool,
    /// Something that is measured or counted.
    pub(super) measure: bool,
}

impl Name {
    pub(super) fn new(name: &str) -> Self {
        let words = words(name);
        let mut said = Self::default();
        let last = words.len().saturating_sub(1);
        for (index, word) in words.iter().enumerate() {
            // `number_of_visits` and `num_procedures` are counts; `order_number` is not.
            let counts = NUMBERS.contains(&word.as_str()) && index < last;
            said.number |= NUMBERS.contains(&word.as_str()) && !counts;
            said.id |=
                IDS.contains(&word.as_str()) || PERSONS_BY_THEMSELVES.contains(&word.as_str());
            said.measure |= counts && words.len() > 1;
            said.person |=
                PERSONS.contains(&word.as_str()) || PERSONS_BY_THEMSELVES.contains(&word.as_str());
            said.thing |= THINGS.contains(&word.as_str());
            said.code |= CODES.contains(&word.as_str());
            said.measure |= MEASURES.contains(&word.as_str());
        }
        said
    }
}

/// Words by capitals, signs and digits: `patientNbr`, `PATIENT_NBR` and `Patient nbr.` have the same two. Words that
/// are written as one are taken apart at a known ending.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut characters = name.chars().peekable();
    let mut before: Option<char> = None;
    while let Some(character) = characters.next() {
        let upper = character.is_uppercase();
        let begins = before.is_some_and(|before| {
            let after_lower = before.is_lowercase() && upper;
            let last_capital = before.is_uppercase()
                && upper
                && characters.peek().is_some_and(|next| next.is_lowercase());
            after_lower || last_capital
        });
        if begins || !character.is_alphabetic() {
            words.push(core::mem::take(&mut word));
        }
        if character.is_alphabetic() {
            word.extend(character.to_lowercase());
        }
        before = Some(character);
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words.iter().flat_map(|word| taken_apart(word)).collect()
}

/// `patientid` and `kundennummer`, whose first part is known.
fn taken_apart(word: &str) -> Vec<String> {
    let known = |part: &str| PERSONS.contains(&part) || THINGS.contains(&part);
    ENDINGS
        .iter()
        .filter_map(|ending| Some((word.strip_suffix(ending)?, *ending)))
        .map(|(first, ending)| (first.trim_end_matches('s'), first, ending))
        .find(|(singular, first, _)| known(first) || known(singular))
        .map_or_else(
            || vec![word.to_owned()],
            |(singular, first, ending)| {
                let first = if known(first) { first } else { singular };
                vec![first.to_owned(), ending.to_owned()]
            },
        )
}

const ENDINGS: &[&str] = &[
    "id", "uuid", "key", "no", "nr", "nbr", "num", "number", "nummer", "code", "index",
];

#[rustfmt::skip] // many words a line
const IDS: &[&str] = &[
    "id", "ids", "identifier", "ident", "identity", "uuid", "guid", "key", "pk", "nbr", "kennung", "kennzeichen",
    "schlüssel", "schluessel", "identifiant", "cle", "clé", "clave", "identificador", "hash", "token", "serial",
    "numéro", "numero", "número",
];

/// An id at the end of a name, a count at its beginning.
const NUMBERS: &[&str] = &["no", "nr", "num", "number", "nummer", "nro"];

/// They name a person without a further word.
#[rustfmt::skip] // many words a line
const PERSONS_BY_THEMSELVES: &[&str] = &[
    "ssn", "mrn", "nhs", "cpr", "bsn", "pesel", "dni", "nif", "nir", "svnr", "passport", "iban", "email", "mail",
    "phone", "telephone", "telefon", "mobile", "pseudonym", "pid", "uid", "username", "login",
];

#[rustfmt::skip] // many words a line
const PERSONS: &[&str] = &[
    "person", "people", "patient", "pat", "customer", "cust", "client", "user", "member", "subject", "participant",
    "respondent", "employee", "emp", "staff", "student", "pupil", "citizen", "resident", "inhabitant", "household",
    "hh", "family", "individual", "indiv", "applicant", "borrower", "holder", "cardholder", "account", "acct", "card",
    "beneficiary", "bene", "enrollee", "donor", "taxpayer", "voter", "worker", "guest", "passenger", "player",
    "athlete", "child", "mother", "owner", "tenant", "policyholder", "insured", "insuree", "subscriber", "buyer",
    "visitor", "shopper", "learner", "candidate", "personen", "patienten", "kunde", "kunden", "versicherte",
    "versicherten", "versicherter", "mitglied", "mitglieder", "mitarbeiter", "nutzer", "benutzer", "schüler",
    "schueler", "studenten", "teilnehmer", "proband", "probanden", "haushalt", "konto", "personne", "usager",
    "adhérent", "adherent", "assuré", "assure", "salarié", "salarie", "élève", "eleve", "ménage", "menage", "foyer",
    "compte", "persona", "paciente", "cliente", "usuario", "socio", "empleado", "alumno", "hogar", "afiliado",
    "cuenta",
];

#[rustfmt::skip] // many words a line
const THINGS: &[&str] = &[
    "row", "record", "rec", "line", "index", "idx", "seq", "sequence", "order", "stay", "visit", "encounter",
    "admission", "discharge", "episode", "invoice", "bill", "receipt", "transaction", "trans", "txn", "payment",
    "event", "claim", "case", "article", "product", "prod", "item", "sku", "store", "shop", "branch", "site",
    "hospital", "facility", "ward", "department", "dept", "type", "status", "class", "category", "group", "location",
    "region", "country", "school", "course", "device", "session", "request", "ticket", "trip", "ride", "call", "movie",
    "film", "song", "book", "title", "test", "sample", "specimen", "batch", "lot", "report", "vehicle", "service",
    "plan", "product", "source", "station", "fall", "aufenthalt", "bestell", "bestellung", "auftrag", "rechnung",
    "beleg", "position", "artikel", "produkt", "filiale", "zeile", "commande", "facture", "séjour", "sejour", "produit",
    "magasin", "ligne", "pedido", "factura", "producto", "tienda", "estancia", "fila", "bestel", "auftrags", "rechnungs",
];

#[rustfmt::skip] // many words a line
const CODES: &[&str] = &[
    "code", "codes", "cd", "zip", "zipcode", "postcode", "postal", "plz", "postleitzahl", "icd", "nace", "naics", "sic",
    "isco", "isic", "cpt", "hcpcs", "drg", "ndc", "atc", "loinc", "snomed", "fips", "type", "typ", "category",
    "status", "schlüssel", "código", "codigo",
];

#[rustfmt::skip] // many words a line
const MEASURES: &[&str] = &[
    "time", "sec", "secs", "second", "seconds", "ms", "millis", "minute", "minutes", "hour", "hours", "duration",
    "elapsed", "timestamp", "ts", "epoch", "date", "datetime", "year", "day", "days", "amount", "price", "cost",
    "charge", "fee", "income", "salary", "wage", "weight", "wgt", "wt", "height", "size", "bytes", "count", "total",
    "sum", "balance", "value", "score", "rate", "distance", "length", "area", "volume", "lat", "latitude", "lon", "lng",
    "longitude", "x", "y", "z", "population", "revenue", "sales", "tax", "age", "percent", "share", "mean", "avg",
    "min", "max", "temperature", "pressure", "speed", "quantity", "qty", "zeit", "dauer", "sekunden", "betrag", "preis",
    "kosten", "umsatz", "gewicht", "gehalt", "einkommen", "menge", "anzahl", "summe", "wert", "montant", "prix",
    "poids", "durée", "salaire", "revenu", "importe", "precio", "peso", "monto", "ingreso",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        for (name, expected) in [
            ("patient_nbr", &["patient", "nbr"][..]),
            ("patientNbr", &["patient", "nbr"]),
            ("PATIENT NBR.", &["patient", "nbr"]),
            ("PatientID", &["patient", "id"]),
            ("IDNumber", &["id", "number"]),
            ("userid", &["user", "id"]),
            ("KundenNr", &["kunden", "nr"]),
            ("Mitgliedsnummer", &["mitglied", "nummer"]),
            ("paid", &["paid"]),
            ("icd10_code", &["icd", "code"]),
            ("", &[]),
        ] {
            assert_eq!(words(name), expected, "case `{name}`");
        }
    }

    #[test]
    fn names_say_what_they_name() {
        let told = |name: &str| {
            let Name {
                id,
                number,
                person,
                thing,
                code,
                measure,
            } = Name::new(name);
            [
                (id, 'i'),
                (number, 'n'),
                (person, 'p'),
                (thing, 't'),
                (code, 'c'),
                (measure, 'm'),
            ]
            .iter()
            .filter(|(said, _)| *said)
            .map(|(_, letter)| *letter)
            .collect::<String>()
        };
        for (name, expected) in [
            ("patient_nbr", "ip"),
            ("encounter_id", "it"),
            ("admission_type_id", "itc"),
            ("SSN", "ip"),
            ("Kundennummer", "np"),
            ("numéro client", "ip"),
            ("id_cliente", "ip"),
            ("invoice_no", "nt"),
            ("number_of_visits", "m"),
            ("num_lab_procedures", "m"),
            ("number", "n"),
            ("education-num", "n"),
            ("zip", "c"),
            ("charge", "m"),
            ("valid", ""),
            ("humid", ""),
        ] {
            assert_eq!(told(name), expected, "case `{name}`");
        }
    }
}
