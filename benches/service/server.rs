//! A server as a process of its own.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A server that runs; killed when dropped.
pub struct Server {
    child: Child,
    /// Where it is, `http://127.0.0.1:40123`.
    pub address: String,
    _output: BufReader<ChildStdout>,
}

impl Server {
    /// Starts it and waits for the line that ends in its address.
    pub fn start(mut command: Command) -> Self {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("a program that starts");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        let address = line.split_whitespace().last().unwrap_or_default().trim_end_matches('/').to_owned();
        let server = Self { child, address, _output: output };
        assert!(server.address.starts_with("http://"), "{command:?} said {line:?}");
        server
    }

    /// The memory that it keeps in RAM, in KiB, as Linux tells it; 0 elsewhere.
    pub fn resident_kib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
