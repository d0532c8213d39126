//! Options and variants: what is taken, and what a refusal says.

use super::player;
use dropline_core::{Rules, Variant};
use dropline_engine::{Spec, build, strongest};

fn refusal(spec: &str) -> String {
    spec.parse::<Spec>().unwrap_err().to_string()
}

#[test]
fn wrong_options_are_refused_with_what_is_right() {
    for (name, least) in [("smart", 1), ("forecast", 1), ("damped", 1), ("max", 0)] {
        let zero = (least > 0).then_some("0");
        for value in ["-1", "-0", "four", "", "4.5", "4294967296", "99999999999999999999999"].into_iter().chain(zero) {
            let right = format!("a whole number from {least} to 4294967295");
            assert_eq!(
                refusal(&format!("{name}:depth={value}")),
                format!("{name}: depth={value} is not possible: {right}")
            );
        }
    }
    assert_eq!(refusal("smart:eval=margin"), "smart has no option `eval`: it takes depth, time");
    assert_eq!(refusal("forecast:time=5s"), "forecast has no option `time`: it takes depth, order");
    assert_eq!(refusal("damped:time=5s"), "damped has no option `time`: it takes depth");
    assert_eq!(refusal("max:time=5s"), "max has no option `time`: it takes depth, eval");
    assert_eq!(refusal("forecast:order=mine"), "forecast: order=mine is not possible: one of published, turn");
    assert_eq!(refusal("max:eval=best"), "max: eval=best is not possible: one of margin, classic");
    for time in ["0", "0s", "-1s", "soon", "1e9"] {
        let expected = "a time such as 5s or 100ms, more than zero and at most a day";
        assert_eq!(refusal(&format!("smart:time={time}")), format!("smart: time={time} is not possible: {expected}"));
    }
}

#[test]
fn players_of_connect_refuse_max_connect() {
    let variant: Variant = "7x6m4".parse().unwrap();
    for name in ["smart", "forecast", "damped"] {
        let error = build(&name.parse().unwrap(), variant, 1).err().unwrap().to_string();
        assert_eq!(error, format!("{name} does not play 7x6m4: it plays Connect only, as in 7x6c4"));
    }
    player("max", variant);
    player("max", Variant::STANDARD);
}

#[test]
fn the_strongest_is_offered_as_opponent() {
    assert_eq!(strongest(Rules::Connect).to_string(), "engine");
    assert_eq!(strongest(Rules::Max).to_string(), "engine");
}

#[test]
fn names_tell_what_is_unusual() {
    let name = |spec: &str| player(spec, Variant::STANDARD).name();
    assert_eq!(name("smart"), "Smart");
    assert_eq!(name("smart:depth=8"), "Smart (depth 8)");
    assert_eq!(name("smart:time=100ms"), "Smart (100ms)");
    assert_eq!(name("smart:depth=8,time=1s"), "Smart (depth 8, 1s)");
    assert_eq!(name("forecast:depth=4"), "Forecast");
    assert_eq!(name("forecast:depth=2,order=turn"), "Forecast (side to move first, depth 2)");
    assert_eq!(name("damped:depth=2"), "Damped (depth 2)");
    assert_eq!(name("max"), "Max");
    assert_eq!(name("max:eval=classic"), "Max (classic)");
    assert_eq!(name("max:eval=classic,depth=9"), "Max (classic, depth 9)");
}
