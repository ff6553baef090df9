//! One made-up person.
//!
//! Each answer depends on earlier ones as it does among real people, in round numbers: age on
//! nothing, household and education on age, work on age and education, income on all of these and on
//! the region, health on age, income and smoking, visits and body mass on age and health.

use super::dice::Dice;

/// A person's answers; `None` is no answer.
pub(super) struct Person {
    pub(super) region: &'static str,
    pub(super) age: Option<i64>,
    pub(super) sex: Option<&'static str>,
    pub(super) household_type: Option<&'static str>,
    pub(super) household_size: i64,
    pub(super) education: Option<&'static str>,
    pub(super) employment: Option<&'static str>,
    pub(super) income: Option<i64>,
    pub(super) health: Option<&'static str>,
    pub(super) smoker: Option<&'static str>,
    pub(super) visits: Option<i64>,
    /// In tenths.
    pub(super) bmi: Option<i64>,
    /// Day of the year, from 0.
    pub(super) interviewed: Option<i64>,
}

impl Person {
    pub(super) fn new(dice: &mut Dice) -> Self {
        let (region, wealth) = region(dice);
        let age = age(dice);
        let female = dice.thousandths(490 + (age - 60).max(0) * 4);
        let education = education(dice, age, wealth);
        let employment = employment(dice, age, female, education);
        let household_type = household_type(dice, age);
        let household_size = household_size(dice, household_type);
        let income = income(dice, age, wealth, education, employment);
        let smoker = age >= 15 && dice.thousandths(smoking(age, education));
        let health = health(dice, age, income, smoker);
        let visits = visits(dice, age, health);
        let bmi = bmi(dice, age, female, health);
        let interviewed = interviewed(dice, wealth);
        Self {
            region,
            age: answered(dice, 3, age),
            sex: answered(dice, 5, if female { "female" } else { "male" }),
            household_type: answered(dice, 8, household_type),
            household_size,
            education: answered(dice, 20, education),
            employment: answered(dice, 15, employment),
            // The rich answer less often.
            income: answered(dice, 40 + (income / 1500).min(160), income),
            health: answered(dice, 12, health),
            // Children are not asked.
            smoker: if age < 15 {
                None
            } else {
                answered(dice, 25, if smoker { "yes" } else { "no" })
            },
            visits: answered(dice, 30, visits),
            bmi: answered(dice, 60, bmi),
            interviewed: answered(dice, 10, interviewed),
        }
    }
}

/// No answer in so many of a thousand cases.
fn answered<T>(dice: &mut Dice, refusals: i64, value: T) -> Option<T> {
    (!dice.thousandths(refusals)).then_some(value)
}

/// A region, and how well off it is, around 100.
fn region(dice: &mut Dice) -> (&'static str, i64) {
    dice.choose(
        ("Lowfield", 90),
        &[
            (60, ("Aldermoor", 84)),
            (45, ("Birchholt", 80)),
            (70, ("Coldwater", 88)),
            (80, ("Dunmere", 95)),
            (120, ("Eastmarch", 100)),
            (55, ("Fenwick", 86)),
            (160, ("Greyport", 128)),
            (65, ("Hollin", 110)),
            (40, ("Isker", 97)),
            (75, ("Junipers", 92)),
            (170, ("Kingsreach", 120)),
            (60, ("Lowfield", 90)),
        ],
    )
}

fn age(dice: &mut Dice) -> i64 {
    let decade = dice.choose(
        0,
        &[
            (105, 0),
            (108, 10),
            (122, 20),
            (136, 30),
            (134, 40),
            (146, 50),
            (122, 60),
            (82, 70),
            (38, 80),
            (7, 90),
        ],
    );
    decade + i64::from(dice.below(10))
}

fn education(dice: &mut Dice, age: i64, wealth: i64) -> &'static str {
    match age {
        0..6 => "not yet",
        6..15 => dice.choose(
            "primary",
            &[
                (100 - 11 * (age - 5), "not yet"),
                (12 * (age - 5), "primary"),
            ],
        ),
        15..19 => dice.choose(
            "primary",
            &[
                (60, "primary"),
                (40 * (age - 14), "secondary"),
                (10 * (age - 15), "vocational"),
            ],
        ),
        _ => {
            let old = (age - 30).max(0);
            let degrees = 4 * wealth - 4 * old - if age < 24 { 250 } else { 0 };
            let weights = [
                (40 + 4 * old, "primary"),
                (if age < 24 { 420 } else { 210 }, "secondary"),
                (330 - old, "vocational"),
                (degrees.max(20), "university"),
            ];
            dice.choose("secondary", &weights)
        }
    }
}

fn employment(dice: &mut Dice, age: i64, female: bool, education: &str) -> &'static str {
    let out_of_work = match education {
        "university" => 25,
        "vocational" => 45,
        "secondary" => 70,
        _ => 130,
    };
    let at_home = if female { 90 } else { 20 };
    let weights = match age {
        0..15 => return "child",
        15..19 => [
            (820, "student"),
            (120, "employed"),
            (5, "self-employed"),
            (45, "unemployed"),
            (10, "at home"),
        ],
        19..26 => [
            (380, "student"),
            (500, "employed"),
            (25, "self-employed"),
            (out_of_work, "unemployed"),
            (at_home / 2, "at home"),
        ],
        26..60 => [
            (15, "student"),
            (740, "employed"),
            (95, "self-employed"),
            (out_of_work, "unemployed"),
            (at_home, "at home"),
        ],
        60..67 => [
            (340, "retired"),
            (440, "employed"),
            (70, "self-employed"),
            (out_of_work / 2, "unemployed"),
            (at_home, "at home"),
        ],
        _ => [
            (930, "retired"),
            (25, "employed"),
            (25, "self-employed"),
            (0, "unemployed"),
            (at_home / 5, "at home"),
        ],
    };
    dice.choose("employed", &weights)
}

fn household_type(dice: &mut Dice, age: i64) -> &'static str {
    let weights = match age {
        0..18 => [
            (0, "single"),
            (0, "couple"),
            (800, "couple with children"),
            (180, "single parent"),
            (15, "shared"),
            (5, "institution"),
        ],
        18..26 => [
            (210, "single"),
            (170, "couple"),
            (320, "couple with children"),
            (90, "single parent"),
            (200, "shared"),
            (10, "institution"),
        ],
        26..50 => [
            (210, "single"),
            (230, "couple"),
            (440, "couple with children"),
            (75, "single parent"),
            (40, "shared"),
            (5, "institution"),
        ],
        50..75 => [
            (270, "single"),
            (540, "couple"),
            (140, "couple with children"),
            (20, "single parent"),
            (20, "shared"),
            (10, "institution"),
        ],
        _ => [
            (440, "single"),
            (390, "couple"),
            (20, "couple with children"),
            (10, "single parent"),
            (20, "shared"),
            (8 * (age - 70), "institution"),
        ],
    };
    dice.choose("single", &weights)
}

fn household_size(dice: &mut Dice, household_type: &str) -> i64 {
    match household_type {
        "single" | "institution" => 1,
        "couple" => 2,
        "couple with children" => {
            dice.choose(4, &[(340, 3), (420, 4), (170, 5), (50, 6), (15, 7), (5, 8)])
        }
        "single parent" => dice.choose(2, &[(560, 2), (310, 3), (100, 4), (30, 5)]),
        _ => dice.choose(3, &[(350, 2), (330, 3), (190, 4), (90, 5), (40, 6)]),
    }
}

fn income(dice: &mut Dice, age: i64, wealth: i64, education: &str, employment: &str) -> i64 {
    let wage = match education {
        "university" => 62_000,
        "vocational" => 41_000,
        "secondary" => 34_000,
        _ => 24_000,
    };
    // In per cent of the wage; wages rise with age up to the fifties.
    let share = match employment {
        "child" => return 0,
        "employed" => 55 + (age - 18).clamp(0, 35) * 2,
        "self-employed" => 45 + (age - 18).clamp(0, 40) * 2,
        "retired" => 52,
        "unemployed" => 32,
        "student" => 18,
        _ => 10,
    };
    // A third of the students, and most at home, earn nothing.
    let nothing = match employment {
        "student" => 330,
        "at home" => 620,
        _ => 0,
    };
    if dice.thousandths(nothing) {
        return 0;
    }
    // Skewed to the right: a square of something normal. The self-employed vary more.
    let spread = if employment == "self-employed" {
        420
    } else {
        200
    };
    let root = (1000 + dice.normal() * spread / 1000).max(120);
    let typical = wage * share / 100 * wealth / 100;
    let exact = typical * root / 1000 * root / 1000;
    (exact / 100 * 100).clamp(0, 500_000)
}

fn smoking(age: i64, education: &str) -> i64 {
    let base = match education {
        "university" => 130,
        "vocational" | "secondary" => 260,
        _ => 320,
    };
    match age {
        0..18 => 60,
        18..60 => base,
        _ => base - (age - 60) * 6,
    }
}

fn health(dice: &mut Dice, age: i64, income: i64, smoker: bool) -> &'static str {
    // In thousandths of a deviation: age and smoking wear out, money helps.
    let strain = (age - 35) * 36 + if smoker { 450 } else { 0 } - (income / 100).min(900);
    match strain + dice.normal() {
        ..=-900 => "very good",
        -899..=500 => "good",
        501..=1700 => "fair",
        _ => "poor",
    }
}

fn visits(dice: &mut Dice, age: i64, health: &str) -> i64 {
    let often = match health {
        "very good" => 12,
        "good" => 25,
        "fair" => 70,
        _ => 260,
    } + age / 4
        + if age < 5 { 40 } else { 0 };
    (0..50).map(|_| i64::from(dice.thousandths(often))).sum()
}

fn bmi(dice: &mut Dice, age: i64, female: bool, health: &str) -> i64 {
    let typical = match age {
        0..18 => 155 + age * 4,
        _ => 232 + (age - 18).min(45) - if female { 8 } else { 0 },
    };
    let heavier = match health {
        "very good" => -12,
        "good" => 0,
        "fair" => 18,
        _ => 32,
    };
    let spread = if age < 18 { 22 } else { 40 };
    (typical + heavier + dice.normal() * spread / 1000).clamp(100, 600)
}

/// Interviews began in well-off regions, went on all year, and paused in July.
fn interviewed(dice: &mut Dice, wealth: i64) -> i64 {
    let day = i64::from(dice.below(345)) + (100 - wealth).clamp(-20, 20);
    match day.clamp(6, 352) {
        july @ 181..212 => july + 31,
        day => day,
    }
}
