//! What a property is written with: a cover, and the engines that run it.

/// Notes a situation of interest with the engine at hand and, under Kani, as a cover property.
#[macro_export]
macro_rules! cover {
    ($choose:expr, $condition:expr, $label:literal) => {{
        let condition: bool = $condition;
        #[cfg(kani)]
        kani::cover!(condition, $label);
        $choose.cover(condition, $label);
    }};
}

/// Runs a property by all three engines, as `exhaust_X`, `prop_X` and `verify_X`, and perhaps `verify_X_widely`.
///
/// `cases` is the number of exhaustive cases, so that a bound cannot shrink unnoticed. A property
/// that is beyond Kani says `without Kani` instead of naming a harness, and the README says why. After
/// the bound a proof may replace functions by others that return anything they might: what is then
/// proved holds whatever they return.
#[macro_export]
macro_rules! engines {
    ($property:ident: $exhaust:ident ($cases:literal cases), $prop:ident, $verify:ident
     ($solver:ident, unwind $unwind:literal $(, $original:path => $stub:path)*)) => {
        $crate::engines!($property: $exhaust ($cases cases), $prop, without Kani);

        #[cfg(kani)]
        #[kani::proof]
        #[kani::solver($solver)]
        #[kani::unwind($unwind)]
        $(#[kani::stub($original, $stub)])*
        fn $verify() {
            $property(&mut $crate::engines::Symbolic::<false>);
        }
    };
    ($property:ident: $exhaust:ident ($cases:literal cases), $prop:ident, $verify:ident
     ($solver:ident, unwind $unwind:literal $(, $original:path => $stub:path)*),
     $widely:ident ($wide_solver:ident, unwind $wide_unwind:literal)) => {
        $crate::engines!($property: $exhaust ($cases cases), $prop, $verify
                         ($solver, unwind $unwind $(, $original => $stub)*));

        #[cfg(kani)]
        #[kani::proof]
        #[kani::solver($wide_solver)]
        #[kani::unwind($wide_unwind)]
        $(#[kani::stub($original, $stub)])*
        fn $widely() {
            $property(&mut $crate::engines::Symbolic::<true>);
        }
    };
    ($property:ident: $exhaust:ident ($cases:literal cases), $prop:ident, without Kani) => {
        #[cfg(test)]
        #[test]
        fn $exhaust() {
            assert_eq!(
                $crate::engines::exhaust(stringify!($property), $property),
                $cases
            );
        }

        #[cfg(test)]
        #[test]
        fn $prop() {
            $crate::engines::at_random($property);
        }
    };
}

/// As [`engines`] without Kani, where every case takes ten seconds: these run in `.ci/run --all` alone, and fewer tapes at random.
#[macro_export]
macro_rules! long_engines {
    ($property:ident: $exhaust:ident ($cases:literal cases), $prop:ident ($tapes:literal tapes)) => {
        #[cfg(test)]
        #[test]
        #[ignore = "ten seconds: .ci/run --all runs it"]
        fn $exhaust() {
            assert_eq!(
                $crate::engines::exhaust(stringify!($property), $property),
                $cases
            );
        }

        #[cfg(test)]
        #[test]
        fn $prop() {
            $crate::engines::at_random_on($tapes, $property);
        }
    };
}
