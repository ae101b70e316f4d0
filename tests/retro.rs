//! Tables.

mod common;

use std::time::Instant;

use common::{all_rule_sets, title};
use fata::retro::{Material, Plan, Table, Task, Unwatched};
use fata::rules::RuleSet;

fn table(rules: RuleSet, material: &str, task: &str) -> Table {
    let start = Instant::now();
    let material = Material::read(material, rules).unwrap();
    let plan = Plan::new(rules, &material).unwrap();
    let size = plan.size();
    let planned = start.elapsed();
    let table = Table::build(plan, task.parse::<Task>().unwrap(), &Unwatched).unwrap();
    eprintln!("{} {material} {task} {size:?} planned {planned:?} built {:?}", title(rules), start.elapsed());
    table
}

#[test]
fn quick() {
    let t = table(RuleSet::default(), "KR-K", "directmate");
    let s = t.survey();
    eprintln!("{s:?}");
    eprintln!("{:?}", t.verify(&Unwatched).map_err(|e| e.to_string()));
    for rules in all_rule_sets() {
        for task in ["directmate", "selfmate", "helpmate", "stalemate"] {
            for material in ["KR-K", "KP-K"] {
            let t = table(rules, material, task);
            let start = Instant::now();
            let v = t.verify(&Unwatched);
            eprintln!("   verify {:?} {}", start.elapsed(), match &v { Ok(c) => format!("{c:?}"), Err(e) => e.to_string() });
            let s = t.survey();
            for side in &s.sides { if let Some(e) = t.longest(side) { eprintln!("   longest {:?} line {:?}", e.outcome, e.line.len()); } }
            }
        }
    }
}
