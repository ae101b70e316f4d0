use fata::{board::*, chess::*, rules::*};
use std::io::BufRead;
struct P<'a>(&'a Setup, RuleSet, u32, bool);
impl Job for P<'_> {
    type Output = ();
    fn run<R: Rules>(self) {
        let mut pos = match enter(self.0, self.1, self.0.to_move) {
            Ok(p) => p,
            Err(e) => {
                println!("ERR {e:?}");
                return;
            }
        };
        if self.3 {
            let mut d: Vec<String> = divide::<R>(&mut pos, 1)
                .into_iter()
                .map(|(m, _)| m.to_string())
                .collect();
            d.sort();
            println!("{}", d.join(" "));
        }
        let t = std::time::Instant::now();
        let mut v = vec![];
        for d in 1..=self.2 {
            v.push(perft::<R>(&mut pos, d).to_string());
        }
        let s = t.elapsed().as_secs_f64();
        println!(
            "{} {:.1}M/s",
            v.join(" "),
            v.last().unwrap().parse::<f64>().unwrap() / s / 1e6
        );
    }
}
fn main() {
    for l in std::io::stdin().lock().lines() {
        let l = l.unwrap();
        let f: Vec<&str> = l.split('|').collect();
        let mut rs = RuleSet::default();
        let mut marked = false;
        let mut su = Setup::default();
        for u in f[1].split_whitespace() {
            let mut c = u.chars();
            let col = if c.next() == Some('w') {
                Color::White
            } else {
                Color::Black
            };
            let mut s = c.as_str();
            let mut k = false;
            let mut z = false;
            if let Some(r) = s.strip_prefix('*') {
                k = true;
                s = r;
            }
            if let Some(r) = s.strip_prefix('Z') {
                z = true;
                s = r;
            }
            let kind = Kind::from_letter(s.chars().next().unwrap()).unwrap();
            marked |= k;
            su.units.insert(
                s[1..].parse().unwrap(),
                Unit::new(col, kind).zombie(z).kamikaze(k),
            );
        }
        if marked {
            rs = rs
                .with(RuleSet::new(Shape::Plane, Captures::Kamikaze(Kamikazes::Marked)).unwrap())
                .unwrap();
        }
        for c in f[0].split(',') {
            let m = match c {
                "Kamikaze" => (Shape::Plane, Captures::Kamikaze(Kamikazes::All)),
                "Kamikaze RexExclusive" => {
                    (Shape::Plane, Captures::Kamikaze(Kamikazes::AllButKings))
                }
                "Reincarnation" => (Shape::Plane, Captures::Reincarnation),
                "Spherical" => (Shape::Sphere, Captures::Orthodox),
                "Dynamo" => (Shape::Plane, Captures::Dynamo),
                _ => continue,
            };
            rs = rs.with(RuleSet::new(m.0, m.1).unwrap()).unwrap();
        }
        su.to_move = if f[2] == "white" {
            Color::White
        } else {
            Color::Black
        };
        for o in f[3].split(',') {
            let w: Vec<&str> = o.split_whitespace().collect();
            if w.len() < 2 {
                continue;
            }
            if w[0] == "EnPassant" {
                su.en_passant = Some(w[1].parse().unwrap())
            } else {
                for i in 0..w[1].len() / 2 {
                    su.no_castling = su.no_castling.with(w[1][2 * i..2 * i + 2].parse().unwrap());
                }
            }
        }
        for b in f[4].split_whitespace() {
            let (sq, u) = b.split_once(':').unwrap();
            let mut c = u.chars();
            let col = if c.next() == Some('w') {
                Color::White
            } else {
                Color::Black
            };
            let mut s = c.as_str();
            let mut z = false;
            if let Some(r) = s.strip_prefix('Z') {
                z = true;
                s = r;
            }
            su.beneath.insert(
                sq.parse().unwrap(),
                Unit::new(col, Kind::from_letter(s.chars().next().unwrap()).unwrap()).zombie(z),
            );
        }
        rs.run(P(&su, rs, f[5].parse().unwrap(), f[6] == "1"));
    }
}
