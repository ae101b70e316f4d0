#![warn(missing_docs)]
#![doc = include_str!("lib.md")]

pub mod batch;
pub mod board;
pub mod chess;
pub mod cli;
pub mod format;
pub mod problem;
pub mod retro;
pub mod rules;
pub mod search;
