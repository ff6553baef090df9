use super::*;

struct Shown(NetworkBounds);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_text(f)
    }
}

fn shown(about: PureNetwork) -> String {
    Shown(NetworkBounds::new(about)).to_string()
}

fn nltcs() -> PureNetwork {
    PureNetwork {
        attributes: 16,
        boolean: true,
        degree: Some(3),
        tables: 13,
        cells: 13.0 * 16.0,
        scale: 26.0 / 0.7,
        whole_scale: 2.0 / 0.7,
        repair: Repair::Projected,
        replaced: true,
        release: PureRelease {
            log_domain: 16.0 * core::f64::consts::LN_2,
            epsilon: 1.0,
            rows: 21_574,
            rows_of_a_unit: 1,
        },
    }
}

#[test]
fn each_theorem_is_shown_where_it_holds() {
    // 12·16·2^6·4·(37.14/21574)·ln 640 = 546.6; with n = 10^9, 4.2: 12·16·2^3·4·37.14e-9·ln 640
    let text = shown(nltcs());
    assert!(
        text.contains("Theorem 4.2     the bound says nothing here: it is 1 or more"),
        "{text}"
    );
    assert!(!text.contains("Theorem 4.1"), "{text}");
    let mut many = nltcs();
    many.release.rows = 1_000_000_000;
    let text = shown(many);
    assert!(text.contains("Theorem 4.2     0.0015"), "{text}");
    assert!(
        text.contains("Theorem 4.3     the bound says nothing here"),
        "{text}"
    );
    // n is not much less than the domain of 65,536.
    assert!(!text.contains("as printed"), "{text}");
    let mut wide = nltcs();
    wide.boolean = false;
    wide.release.log_domain = 50.0;
    let text = shown(wide);
    assert!(text.contains("not for this spec"), "{text}");
    // (50 + ln 0.25)/21574
    assert!(text.contains("2.25e-3 as printed"), "{text}");
    wide.replaced = false;
    assert!(!shown(wide).contains("as printed"));
}

/// 2·noise/n: 2·(20·10·0.798)/n for every attribute alone, and 2·(3·100·10·0.798)/n for the largest tables.
#[test]
fn what_a_bound_says_is_said_once() {
    struct Shown(u64);
    impl fmt::Display for Shown {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            GaussianNoise::new(10.0, 3.0, 20.0, 100.0).write_text(self.0, f)
        }
    }
    for (rows, expected) in [
        (
            1_000_000,
            "moves it by at most 0.0003 (every attribute alone) to 0.0048\n",
        ),
        (
            1000,
            "moves it by at most 0.3192 with every attribute alone; with tables as large as",
        ),
        (
            100,
            "the whole network  the bound says nothing here: it is 1 or more\n",
        ),
    ] {
        let text = Shown(rows).to_string();
        assert!(text.contains(expected), "{rows}: {text}");
        assert!(
            text.matches("says nothing").count() <= 1 && !text.contains("vacuous"),
            "{text}"
        );
    }
    let mut few = nltcs();
    few.boolean = false;
    for (rows, expected) in [
        (
            21_574,
            "at most 0.7161 in expectation, and in 19 releases of 20 by at most\n    0.8481\n",
        ),
        (
            16_000,
            "at most 0.9656 in expectation; of 19 releases of 20 the bound says\n    nothing: it is 1 or more\n",
        ),
        (
            1000,
            "the whole network    the bound says nothing here: it is 1 or more\n",
        ),
    ] {
        few.release.rows = rows;
        let text = shown(few);
        assert!(text.contains(expected), "{rows}: {text}");
    }
}

#[test]
fn json_has_numbers_or_the_word() {
    let json = serde_json::to_value(NetworkBounds::new(nltcs())).unwrap();
    assert_eq!(json["li_network"], "vacuous");
    // (2·37.14/21574)·(208 + √(416·2.9957) + 2.9957) = 0.848 by hand
    let network = json["network"].as_f64().unwrap();
    assert!((network - 0.8480).abs() < 0.001, "{network}");
}
