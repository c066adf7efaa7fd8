//! The load of programs and of pages runs on this version of the server.

use std::process::Command;

#[test]
fn programs_and_pages_play() {
    for mode in ["api", "pages"] {
        // It takes the server's program that the tests of the workspace build next to it.
        let mut load = Command::new(env!("CARGO_BIN_EXE_load"));
        let output = load.args(["--mode", mode, "--tables", "2", "--seconds", "1"]).output().unwrap();
        assert!(output.status.success(), "{mode}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).contains("moves a second"), "{mode} reports nothing");
    }
}
