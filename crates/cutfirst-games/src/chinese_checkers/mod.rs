//! chinese_checkers
